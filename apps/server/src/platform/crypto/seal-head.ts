import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { makeFolder, replaceFile } from "../files/replace-file.ts";

/** The checkpoint: the newest signed block, as recorded outside the database. */
export interface SealHead {
  readonly n: bigint;
  /** The block's hash in hex. */
  readonly hash: string;
}

/** Each cell has a chain of its own. The file of cell 1 is also that of a program with one cell. */
function pathOf({ dataDir, cell }: Pick<Config, "cell" | "dataDir">): string {
  return join(dataDir, "seal-keys", cell === 1 ? "head.json" : `head-${cell}.json`);
}

/** Reads the stored checkpoint, or returns undefined if none was ever stored. */
export async function readSealHead(
  config: Pick<Config, "cell" | "dataDir">,
): Promise<SealHead | undefined> {
  const text = await readFile(pathOf(config), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  });
  if (text === undefined) {
    return undefined;
  }
  const { n, hash } = JSON.parse(text);
  return { n: BigInt(n), hash: String(hash) };
}

/**
 * Whether the newest block was stored, whether the stored checkpoint is newer, or whether the chain
 * no longer contains the stored one.
 */
export type KeptHead = "stored" | "newer" | "missing";

/**
 * Stores a block's hash outside the database, so that verification notices if the end of the chain
 * has been cut off. A checkpoint that is missing from the chain is evidence of that and is never
 * replaced, no matter how many blocks were sealed since.
 *
 * @param hashOf reads the hash of a block of the chain
 */
export async function keepSealHead(
  config: Pick<Config, "cell" | "dataDir">,
  { n, hash }: SealHead,
  hashOf: (n: bigint) => Promise<string | undefined>,
): Promise<KeptHead> {
  const kept = await readSealHead(config);
  if (kept !== undefined && (await hashOf(kept.n)) !== kept.hash) {
    return "missing";
  }
  if (kept !== undefined && kept.n >= n) {
    return "newer";
  }
  await writeHead(pathOf(config), { n, hash });
  return "stored";
}

/**
 * Stores the checkpoint of a restored chain, even if it is older than the stored one. Moves the
 * previous checkpoint aside, since it shows how far the ledger had progressed.
 *
 * @returns the previous checkpoint's new path, or undefined if there was none or it was the same
 */
export async function replaceSealHead(
  config: Pick<Config, "cell" | "dataDir">,
  head: SealHead | undefined,
): Promise<string | undefined> {
  const path = pathOf(config);
  const kept = await readSealHead(config);
  const isSame = kept !== undefined && kept.n === head?.n && kept.hash === head.hash;
  const aside = kept === undefined || isSame ? undefined : `${path}.${kept.n}`;
  if (aside !== undefined) {
    await rename(path, aside);
  }
  if (head !== undefined) {
    await writeHead(path, head);
  }
  return aside;
}

async function writeHead(path: string, { n, hash }: SealHead): Promise<void> {
  await makeFolder(join(path, ".."));
  await replaceFile(path, `${JSON.stringify({ n: String(n), hash })}\n`, 0o644);
}
