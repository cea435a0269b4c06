import { chown, mkdir, open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Gives a file written by root to the owner of `model`. Commands may run as root, but a server that
 * runs as another user must be able to read the file and replace it later.
 */
async function giveToOwnerOf(model: string, path: string): Promise<void> {
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(model);
    await chown(path, uid, gid);
  }
}

/**
 * Creates a folder if it does not exist. A new folder belongs to the owner of its parent folder.
 */
export async function makeFolder(folder: string): Promise<void> {
  if ((await mkdir(folder, { recursive: true })) !== undefined) {
    await giveToOwnerOf(dirname(folder), folder);
  }
}

/**
 * Writes text to a file atomically and durably, even if the process or the machine stops. An
 * existing file keeps its owner. A new file belongs to the owner of its folder.
 *
 * @param mode who can read the file. By default, only its owner.
 */
export async function replaceFile(path: string, text: string, mode = 0o600): Promise<void> {
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, "w", mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  await giveToOwnerOf(isThere ? path : dirname(path), draft);
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/**
 * Ensures that a rename survives a power failure. Windows neither needs this call nor offers a
 * handle to a folder.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== "win32") {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  }
}
