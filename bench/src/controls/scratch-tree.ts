import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const OWN_PACKAGES = "@tessera";
const WORKSPACES = ["packages", "apps"];
/** The workspaces that are not in a folder of their own kind. */
const LONE_WORKSPACES = ["bench", "e2e"];

/** A copy of the working tree in which a bug can be planted. */
export interface ScratchTree {
  readonly folder: string;
  /** Applies a patch file, or takes it back. */
  patch(file: string, how?: "apply" | "take back"): Promise<void>;
  remove(): Promise<void>;
}

/** Returns the path of a control's patch. */
export function patchOf(name: string): string {
  return path.join(ROOT, "bench/controls", `${name}.patch`);
}

/**
 * Copies the working tree, with changes that are not committed, to a temporary folder. Its packages
 * are those installed here, except that the repository's own come from the copy.
 */
export async function openScratchTree(): Promise<ScratchTree> {
  const folder = await mkdtemp(path.join(tmpdir(), "tessera-controls-"));
  const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await run("git", listed, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  for (const file of stdout.split("\0").filter((name) => name !== "")) {
    // A file that was deleted without a commit is still listed.
    await cp(path.join(ROOT, file), path.join(folder, file)).catch(ignoreMissing);
  }
  await linkInstalled(folder);
  return {
    folder,
    async patch(file, how = "apply") {
      await run("git", ["apply", ...(how === "apply" ? [] : ["-R"]), file], { cwd: folder });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) {
    throw error;
  }
}

async function linkInstalled(folder: string): Promise<void> {
  const installed = path.join(ROOT, "node_modules");
  const links = path.join(folder, "node_modules");
  await mkdir(path.join(links, OWN_PACKAGES), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== OWN_PACKAGES && name !== ".cache" && name !== ".vite") {
      await symlink(path.join(installed, name), path.join(links, name));
    }
  }
  const workspaces = [...LONE_WORKSPACES];
  for (const kind of WORKSPACES) {
    const names = await readdir(path.join(folder, kind));
    workspaces.push(...names.map((name) => path.join(kind, name)));
  }
  for (const workspace of workspaces) {
    const target = path.join(folder, workspace);
    await symlink(target, path.join(links, OWN_PACKAGES, path.basename(workspace)));
    const own = path.join(ROOT, workspace, "node_modules");
    const isThere = await readdir(own).then(
      () => true,
      () => false,
    );
    if (isThere) {
      await symlink(own, path.join(target, "node_modules"));
    }
  }
}
