import type { SealedBlock } from "@tessera/ledger";
import type { Keys } from "../../platform/crypto/keys.ts";
import { keepSealHead } from "../../platform/crypto/seal-head.ts";
import { keepPublicKey, sealingKeyOf } from "../../platform/crypto/sealing-key.ts";
import { type Command, CommandError } from "../command-line/command.ts";
import { findNewestSeal } from "./newest-seal.repository.ts";
import { type Books, openBooks, openKeys } from "./open-books.ts";

export const seal: Command = {
  name: "seal",
  summary: "seal what is not sealed yet, and print the checkpoint",
  options: {
    json: { type: "boolean", help: "print JSON, for programs" },
  },
  details:
    "A running server seals every few seconds by itself. The checkpoint that this prints is " +
    "evidence that nothing up to it was cut off: keep it where nobody who can change the " +
    "database can reach it.",
  async run(call) {
    const books = await openBooks(call);
    const blocks = await sealAll(books, await openKeys(books), call.signal);
    const head = await findNewestSeal(books.db);
    if (head === undefined) {
      throw new CommandError(
        "There is nothing in the ledger to seal yet. Rows that a running transaction may still " +
          "precede are sealed after it: try again in a moment.",
      );
    }
    const rows = blocks.reduce((sum, block) => sum + Number(block.rows), 0);
    call.terminal.stdout.write(
      call.options.has("json")
        ? `${JSON.stringify({ sealedBlocks: blocks.length, sealedRows: rows, head })}\n`
        : `${blocks.length} blocks sealed, with ${rows} rows.\n` +
            `Head: block ${head.n}, key ${head.keyId}\n${head.hash}\n`,
    );
  },
};

/**
 * Seals everything that a running transaction can no longer change, and stores the checkpoint.
 *
 * @throws CommandError if the chain is shorter than the stored checkpoint
 */
export async function sealAll(
  { ledger, db, config }: Books,
  keys: Keys,
  signal: AbortSignal,
): Promise<readonly SealedBlock[]> {
  const key = sealingKeyOf(keys);
  await keepPublicKey(config, key);
  const blocks: SealedBlock[] = [];
  while (!signal.aborted) {
    const block = await ledger.seal(db, key);
    if (block === undefined) {
      break;
    }
    blocks.push(block);
    const kept = await keepSealHead(config, block, (n) => ledger.sealHash(db, n));
    if (kept === "missing") {
      throw new CommandError("The stored head is missing. Run verify: the chain was cut off.");
    }
  }
  return blocks;
}
