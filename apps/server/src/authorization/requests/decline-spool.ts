import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Movement } from "@tessera/ledger";
import type { Config } from "../../platform/config/config.ts";
import { replaceFile } from "../../platform/files/replace-file.ts";

/** Matches complete files; files that are still being written have another extension. */
const NAME = /^[0-9a-f-]{36}\.json$/;

function folderOf({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "unanswered-holds");
}

function pathOf(config: Pick<Config, "dataDir">, id: string): string {
  return join(folderOf(config), `${id}.json`);
}

/** Stores a decline on disk, where it survives a crash and an unavailable database. */
export async function keepDecline(
  config: Pick<Config, "dataDir">,
  decline: Movement,
): Promise<void> {
  const { amountMinor, feeMinor, eventAt } = decline;
  const text = JSON.stringify({
    ...decline,
    amountMinor: amountMinor.toString(),
    feeMinor: feeMinor.toString(),
    eventAt: eventAt.toISOString(),
  });
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 });
  await replaceFile(pathOf(config, decline.id), text);
}

/** Removes a stored decline; does nothing if there is none. */
export function forgetDecline(config: Pick<Config, "dataDir">, id: string): Promise<void> {
  return rm(pathOf(config, id), { force: true });
}

/**
 * Reads all stored declines.
 *
 * @param unreadable called for each damaged file, which is kept for inspection
 */
export async function keptDeclines(
  config: Pick<Config, "dataDir">,
  unreadable: (name: string, error: unknown) => void,
): Promise<Movement[]> {
  const names = await readdir(folderOf(config)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return [];
    }
    throw error;
  });
  const kept: Movement[] = [];
  for (const name of names.filter((one) => NAME.test(one)).sort()) {
    try {
      kept.push(declineOf(await readFile(join(folderOf(config), name), "utf8")));
    } catch (error) {
      unreadable(name, error);
    }
  }
  return kept;
}

function declineOf(text: string): Movement {
  const found = JSON.parse(text);
  return {
    ...found,
    amountMinor: BigInt(found.amountMinor),
    feeMinor: BigInt(found.feeMinor),
    eventAt: new Date(found.eventAt),
  };
}
