import type { Config } from "../../platform/config/config.ts";
import { readSealHead } from "../../platform/crypto/seal-head.ts";
import { knownPublicKeys } from "../../platform/crypto/sealing-key.ts";
import { namingCell } from "../../startup/cells/naming-cell.ts";
import { type CommandCall, CommandError } from "../command-line/command.ts";
import { booksOf, keysIfAny } from "../commands/open-books.ts";
import { printBooks } from "../verify/print-books.ts";
import { type VerifiedBooks, verifyBooks } from "../verify/verify-books.ts";
import { cellConfigs } from "./program-cells.ts";
import { type CellToVerify, type ProgramCheck, verifyProgram } from "./verify-cells.ts";

/** The result of verifying every cell, and the program as a whole. */
export interface VerifiedCells {
  readonly holds: boolean;
  readonly cells: readonly { readonly cell: number; readonly books: VerifiedBooks }[];
  readonly program: readonly ProgramCheck[];
}

/** Verifies each cell that `CELLS` names, and then what must hold between them. */
export async function verifyCells(
  call: Pick<CommandCall, "atEnd">,
  config: Config,
): Promise<VerifiedCells> {
  const cells: { readonly cell: number; readonly books: VerifiedBooks }[] = [];
  const opened: CellToVerify[] = [];
  for (const ofCell of cellConfigs(config)) {
    const { cell, databaseUrl: url = "" } = ofCell;
    const server = { appUrl: url, ownerUrl: url, embedded: undefined, config: ofCell };
    const books = await namingCell(cell, () => booksOf(call, server)).catch((error: unknown) => {
      throw error instanceof CommandError
        ? new CommandError(`Cell ${cell}: ${error.message}`)
        : error;
    });
    const keys = await keysIfAny(books);
    const publicKeys = await knownPublicKeys(ofCell, keys);
    const head = await readSealHead(ofCell);
    cells.push({ cell, books: await verifyBooks(books.ledger, books.db, publicKeys, head) });
    opened.push({ config: ofCell, db: books.db, keys });
  }
  const program = await verifyProgram(opened);
  const holds = cells.every(({ books }) => books.holds) && program.every((check) => check.holds);
  return { holds, cells, program };
}

/** Returns the report for the terminal. */
export function printCells({ cells, program }: VerifiedCells): string {
  const broken = program.filter(({ holds }) => !holds);
  return [
    ...cells.flatMap(({ cell, books }) => [`Cell ${cell}`, printBooks(books)]),
    "The program",
    ...program.map(({ name, holds }) => `  ${holds ? "ok    " : "BROKEN"}  ${name}`),
    "",
    ...broken.map(({ name, firstBroken }) => `Broken: ${name}\n  ${firstBroken}`),
    ...(broken.length === 0 ? ["The cells agree."] : []),
    "",
  ].join("\n");
}
