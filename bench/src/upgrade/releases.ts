import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** The sources that a server runs from, apart from the installed packages. */
const SOURCES = ["package.json", "apps/server", "packages"];
const LEFT_OUT = new Set(["node_modules", "dist"]);
const SETS = ["packages/ledger/src/sql", "apps/server/src/db"];
/**
 * The changes that a release may make to the schema while servers of the previous release run: new
 * columns in the busiest tables, which requires locking them, and a new table.
 */
const EXPANSION = `
alter table card add column next_note text;
alter table ledger.movement add column next_note text;
alter table ledger.balance add column next_note text;
create table next_release (id int primary key);
grant select on next_release to tessera_app;
`;

/** A release's sources, ready to run. */
export interface Release {
  readonly name: string;
  readonly main: URL;
  readonly commands: URL;
  /** The package that writes the ledger in this release's schema. */
  readonly ledger: URL;
}

/** The release that runs first, and the release that replaces it. */
export interface Releases {
  readonly former: Release;
  readonly next: Release;
}

/**
 * Prepares both releases in `folder`: `from` and the working tree or, without `from`, the working
 * tree and a later release derived from it. The later release replaces every function, view and
 * trigger, and adds columns to the busiest tables. Both releases use the packages installed here,
 * so `from` must not need any others.
 *
 * @throws Error if `from` is not a commit
 */
export async function prepareReleases(folder: string, from?: string): Promise<Releases> {
  const present = releaseAt(ROOT, "the working tree");
  const tree = path.join(folder, "release");
  await mkdir(tree);
  if (from !== undefined) {
    await extract(from, tree);
    await linkPackages(tree);
    return { former: releaseAt(tree, from), next: present };
  }
  for (const source of SOURCES) {
    await cp(path.join(ROOT, source), path.join(tree, source), {
      recursive: true,
      filter: (name) => !LEFT_OUT.has(path.basename(name)),
    });
  }
  await linkPackages(tree);
  await makeLater(tree);
  return { former: present, next: releaseAt(tree, "a later release made from it") };
}

function releaseAt(tree: string, name: string): Release {
  const file = (of: string) => pathToFileURL(path.join(tree, of));
  return {
    name,
    main: file("apps/server/src/main.ts"),
    commands: file("apps/server/src/tessera.ts"),
    ledger: file("packages/ledger/src/index.ts"),
  };
}

/** Writes the sources in a commit to a folder. */
async function extract(commit: string, tree: string): Promise<void> {
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  const archive = spawn("git", ["archive", commit, ...SOURCES], { cwd: ROOT, stdio });
  const unpack = spawn("tar", ["-x", "-C", tree], { stdio: ["pipe", "inherit", "inherit"] });
  archive.stdout.pipe(unpack.stdin);
  const codes = await Promise.all([once(archive, "exit"), once(unpack, "exit")]);
  if (codes.some(([code]) => code !== 0)) {
    throw new Error(`${commit} is not a commit whose sources could be read`);
  }
}

/**
 * Links the installed packages into a tree, except that the repository's own packages come from the
 * tree itself.
 */
async function linkPackages(tree: string): Promise<void> {
  const installed = path.join(ROOT, "node_modules");
  const links = path.join(tree, "node_modules");
  await mkdir(path.join(links, "@tessera"), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== "@tessera" && name !== ".cache") {
      await symlink(path.join(installed, name), path.join(links, name));
    }
  }
  for (const name of await readdir(path.join(tree, "packages"))) {
    await symlink(path.join(tree, "packages", name), path.join(links, "@tessera", name));
  }
  const server = path.join(tree, "apps/server");
  await symlink(server, path.join(links, "@tessera/server"));
  await symlink(
    path.join(ROOT, "apps/server/node_modules"),
    path.join(server, "node_modules"),
  ).catch(() => undefined);
}

/** Turns a tree into a later release with schema changes. */
async function makeLater(tree: string): Promise<void> {
  for (const set of SETS) {
    for (const kind of ["functions", "views", "triggers"]) {
      const folder = path.join(tree, set, kind);
      for (const name of await readdir(folder)) {
        await appendFile(path.join(folder, name), "\n-- The next release.\n");
      }
    }
    const file = path.join(tree, set, "generation.json");
    const { generation } = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify({ generation: generation + 1, digest: "" }));
  }
  await writeFile(
    path.join(tree, "apps/server/src/db/migrations/9999_next_release.sql"),
    EXPANSION,
  );
}
