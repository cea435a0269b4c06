import { readSealHead } from "../../platform/crypto/seal-head.ts";
import {
  type PublicKeys,
  publicKeyOf,
  readPublicKeys,
  sealingKeyOf,
} from "../../platform/crypto/sealing-key.ts";
import { type Command, CommandError } from "../command-line/command.ts";
import { printBooks } from "../verify/print-books.ts";
import { verifyBooks } from "../verify/verify-books.ts";
import { type Books, keysIfAny, openBooks } from "./open-books.ts";

export const verify: Command = {
  name: "verify",
  summary: "verify all invariants of the ledger, and name the first offending row",
  options: {
    json: { type: "boolean", help: "print JSON, for programs" },
  },
  details:
    "Reads one snapshot while servers keep running, and changes nothing. The seals are verified " +
    "with the public keys and the checkpoint in DATA_DIR/seal-keys; without these files, with " +
    "the root key's own, and the checkpoint in the database.",
  async run(call) {
    const opened = await openBooks(call);
    const { ledger, db, config } = opened;
    const [publicKeys, head] = [await publicKeysOf(opened), await readSealHead(config)];
    const books = await verifyBooks(ledger, db, publicKeys, head);
    const { stdout } = call.terminal;
    stdout.write(call.options.has("json") ? `${JSON.stringify(books)}\n` : printBooks(books));
    if (!books.holds) {
      throw new CommandError("The ledger is not intact.");
    }
  },
};

/**
 * Returns the public keys stored on disk as well as the current one, so that a machine with an
 * empty disk can verify what was sealed with the current key.
 */
async function publicKeysOf(books: Books): Promise<PublicKeys> {
  const keys = await keysIfAny(books);
  const current = keys === undefined ? {} : publicKeyOf(sealingKeyOf(keys));
  return { ...current, ...(await readPublicKeys(books.config)) };
}
