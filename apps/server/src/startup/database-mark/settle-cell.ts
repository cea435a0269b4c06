import type { Sql } from "@tessera/database";
import { findCell, isListedCell, setCell } from "./cell.repository.ts";
import { firstUsedTable } from "./database-mark.repository.ts";
import { DatabaseMarkError } from "./settle-database-mark.ts";

type Asked = Pick<Sql, "unsafe">;

/**
 * Gives an unused database the number of its cell, using the owner's connection. A used database
 * keeps its number.
 *
 * @throws DatabaseMarkError if the database is another cell, or the program has no such cell
 */
export async function settleCell(sql: Asked, cell: number): Promise<void> {
  await numberUnused(sql, cell);
  await requireCell(sql, cell);
}

/** Gives the simulator's database of a cell the same number, unless it is used already. */
export async function numberUnused(sql: Asked, cell: number): Promise<void> {
  if ((await findCell(sql)) !== cell && (await firstUsedTable(sql)) === undefined) {
    await setCell(sql, cell);
  }
}

/**
 * Checks that a database is the configured cell. Changes nothing.
 *
 * @throws DatabaseMarkError if the database is another cell, or the program has no such cell
 */
export async function requireCell(sql: Asked, cell: number): Promise<void> {
  const found = await findCell(sql);
  if (found !== cell) {
    throw new DatabaseMarkError(
      `This database is cell ${found} and is not used as cell ${cell}. Set CELLS=${found} to ` +
        "keep using it, or name the database of the other cell in DATABASE_URL.",
    );
  }
  if (!(await isListedCell(sql, cell))) {
    throw new DatabaseMarkError(
      `The program has no cell ${cell}. Set CELLS=1 on a single machine.`,
    );
  }
}
