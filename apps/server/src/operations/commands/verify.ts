import { readConfig } from "../../platform/config/config.ts";
import { readSealHead } from "../../platform/crypto/seal-head.ts";
import { knownPublicKeys } from "../../platform/crypto/sealing-key.ts";
import { requireCluster } from "../cells/program-cells.ts";
import { printCells, verifyCells } from "../cells/verify-all.ts";
import { type Command, type CommandCall, CommandError } from "../command-line/command.ts";
import { printBooks } from "../verify/print-books.ts";
import { verifyBooks } from "../verify/verify-books.ts";
import { keysIfAny, openBooks } from "./open-books.ts";

export const verify: Command = {
  name: "verify",
  summary: "verify all invariants of the ledger, and name the first offending row",
  options: {
    cells: { type: "boolean", help: "verify every cell that CELLS names, and that they agree" },
    json: { type: "boolean", help: "print JSON, for programs" },
  },
  details:
    "Reads one snapshot while servers keep running, and changes nothing. The seals are verified " +
    "with the public keys and the checkpoint in DATA_DIR/seal-keys; without these files, with " +
    "the root key's own, and the checkpoint in the database.\n\nWith --cells, each cell is " +
    "verified in a snapshot of its own, so what customers change in the meantime can show as a " +
    "name that is not listed: verify again.",
  async run(call) {
    if (call.options.has("cells")) {
      await verifyProgram(call);
      return;
    }
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

/**
 * Verifies every cell, and that they agree.
 *
 * @throws CommandError if they do not, or if the program has only one cell
 */
export async function verifyProgram(call: CommandCall): Promise<void> {
  const config = readConfig(call.env);
  requireCluster(config, "verify several cells");
  const verified = await verifyCells(call, config);
  call.terminal.stdout.write(
    call.options.has("json") ? `${JSON.stringify(verified)}\n` : printCells(verified),
  );
  if (!verified.holds) {
    throw new CommandError("The program is not intact.");
  }
}
