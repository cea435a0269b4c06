import { readSealHead } from "../../platform/crypto/seal-head.ts";
import { knownPublicKeys } from "../../platform/crypto/sealing-key.ts";
import { type Command, CommandError } from "../command-line/command.ts";
import { printBooks } from "../verify/print-books.ts";
import { verifyBooks } from "../verify/verify-books.ts";
import { keysIfAny, openBooks } from "./open-books.ts";

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
    const publicKeys = await knownPublicKeys(config, await keysIfAny(opened));
    const head = await readSealHead(config);
    const books = await verifyBooks(ledger, db, publicKeys, head);
    const { stdout } = call.terminal;
    stdout.write(call.options.has("json") ? `${JSON.stringify(books)}\n` : printBooks(books));
    if (!books.holds) {
      throw new CommandError("The ledger is not intact.");
    }
  },
};
