import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Puts a text into a file that its owner alone reads: whole or not at all, and there to stay,
 * whatever stops the process or the machine.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Makes a rename survive a power cut; Windows does so by itself and has no handle on a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== "win32") {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  }
}
