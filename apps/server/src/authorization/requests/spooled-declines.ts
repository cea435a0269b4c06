import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Movement } from "@tessera/ledger";
import type { Config } from "../../platform/config/config.ts";
import { type DeclineRecord, declineOf } from "./decline-record.ts";

/**
 * Matches the names of complete files. Files that were still being written have another extension.
 */
const NAME = /^[0-9a-f-]{36}\.json$/;

function folderOf({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "unanswered-holds");
}

/**
 * Reads the declines that an earlier version stored on this server's disk.
 *
 * @param unreadable called for a damaged file, which is kept for inspection
 */
export async function readSpooledDeclines(
  config: Pick<Config, "dataDir">,
  unreadable: (name: string, error: unknown) => void,
): Promise<Movement[]> {
  const names = await readdir(folderOf(config)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return [];
    }
    throw error;
  });
  const spooled: Movement[] = [];
  for (const name of names.filter((one) => NAME.test(one)).sort()) {
    try {
      const record: DeclineRecord = JSON.parse(
        await readFile(join(folderOf(config), name), "utf8"),
      );
      spooled.push(declineOf(record));
    } catch (error) {
      unreadable(name, error);
    }
  }
  return spooled;
}

/** Deletes the files of declines that are now in the database, and the folder once it is empty. */
export async function deleteSpooledDeclines(
  config: Pick<Config, "dataDir">,
  declines: readonly Movement[],
): Promise<void> {
  for (const { id } of declines) {
    await rm(join(folderOf(config), `${id}.json`), { force: true });
  }
  await rmdir(folderOf(config)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "ENOTEMPTY") {
      throw error;
    }
  });
}
