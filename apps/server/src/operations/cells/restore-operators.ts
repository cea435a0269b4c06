import {
  type Administrator,
  type KnownOperator,
  knownOperatorsOf,
  type RestoredOperator,
  restoreOperators,
} from "../../identity/operators/index.ts";
import type { Config } from "../../platform/config/config.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { selectCells } from "../../startup/cells/cell-registration.repository.ts";
import { namingCell } from "../../startup/cells/naming-cell.ts";
import { type CommandCall, CommandError } from "../command-line/command.ts";
import { contextOf } from "../commands/command-context.ts";
import { booksOf } from "../commands/open-books.ts";
import { cellConfigs } from "./program-cells.ts";

/**
 * Restores the access of a cell's operators after the cell was recovered to an earlier time, from
 * what all other cells know about them.
 *
 * @throws CommandError if `CELLS` does not name every cell
 */
export async function restoreOperatorsOf(
  call: Pick<CommandCall, "atEnd">,
  config: Config,
  { cell, by }: { readonly cell: number; readonly by: Administrator },
): Promise<RestoredOperator[]> {
  const cells = cellConfigs(config);
  const home = cells.find((one) => one.cell === cell);
  if (home?.databaseUrl === undefined) {
    throw new CommandError(`CELLS names no database of cell ${cell}.`);
  }
  const { databaseUrl: url } = home;
  const server = { appUrl: url, ownerUrl: url, embedded: undefined, config: home };
  const books = await namingCell(cell, () => booksOf(call, server));
  const named = new Set(cells.map((one) => one.cell));
  const missing = (await selectCells(books.db.sql)).find((one) => !named.has(one));
  if (missing !== undefined) {
    throw new CommandError(
      `The program has a cell ${missing}, which may know later changes. Name its database in ` +
        "CELLS, too.",
    );
  }
  const known: KnownOperator[] = [];
  for (const { cell: other, databaseUrl = "" } of cells.filter((one) => one !== home)) {
    known.push(
      ...(await namingCell(other, () =>
        withDatabase(databaseUrl, ({ kysely }) => knownOperatorsOf(kysely, cell)),
      )),
    );
  }
  return restoreOperators(await contextOf(call, books), known, by);
}

const OUTCOMES: Readonly<Record<RestoredOperator["outcome"], string>> = {
  restored: "has the same access as before, in all cells",
  suspended: "had other access later, and is suspended: decide, and resume",
  last_administrator: "had other access later, and stays as the last administrator: decide",
  lost: "was added later, and is unknown now: invite again",
};

/** Returns the report for the terminal. */
export function printRestored(cell: number, restored: readonly RestoredOperator[]): string {
  if (restored.length === 0) {
    return `No other cell knows anything later about the operators of cell ${cell}.\n`;
  }
  return restored
    .map(({ id, username, outcome, later: { role, status } }) => {
      const access = `later ${role}, ${status}`;
      return `${[username ?? id, OUTCOMES[outcome], access].join("\t")}\n`;
    })
    .join("");
}
