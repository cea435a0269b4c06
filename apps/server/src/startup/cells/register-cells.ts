import type { Db } from "../../platform/context.ts";
import { findDatabaseMark } from "../database-mark/database-mark.repository.ts";
import { DatabaseMarkError } from "../database-mark/settle-database-mark.ts";
import {
  insertRegistration,
  selectCells,
  selectRegistrations,
} from "./cell-registration.repository.ts";

/** An opened cell. */
export interface OpenedCell {
  readonly cell: number;
  readonly db: Pick<Db, "sql">;
}

/**
 * Registers the databases of a server's cells in the directory of the program, and checks that all
 * of them use that directory.
 *
 * @returns the numbers of all cells of the program
 * @throws DatabaseMarkError if another database has the number of a cell, or the databases belong
 * to different programs
 */
export async function registerCells(opened: readonly OpenedCell[]): Promise<ReadonlySet<number>> {
  const databases: { readonly cell: number; readonly id: string; readonly db: OpenedCell["db"] }[] =
    [];
  for (const { cell, db } of opened) {
    const mark = await findDatabaseMark(db.sql);
    if (mark === undefined) {
      throw new DatabaseMarkError(`Cell ${cell}: the database has no mark yet. Run migrate.`);
    }
    databases.push({ cell, id: mark.deploymentId, db });
  }
  const [first] = databases;
  const known = first === undefined ? [] : await selectCells(first.db.sql);
  if (first === undefined || known.length <= 1) {
    requireAlone(opened, known);
    return new Set(known);
  }
  for (const { cell, id, db } of databases) {
    await insertRegistration(db.sql, cell, id);
    const registered = (await selectRegistrations(db.sql)).get(cell);
    if (registered !== id) {
      throw new DatabaseMarkError(
        `Cell ${cell} of this program is another database, and a number belongs to one database ` +
          "for good. Name the database of that cell, or give this one another number.",
      );
    }
  }
  for (const { cell, db } of databases) {
    await requireSameDirectory(cell, await selectRegistrations(db.sql), databases);
  }
  return new Set(known);
}

function requireAlone(opened: readonly OpenedCell[], known: readonly number[]): void {
  if (opened.length > 1) {
    throw new DatabaseMarkError(
      `CELLS names ${opened.length} databases, but the first one's program lists only cell ` +
        `${known.join(", ")}. Add the others with npm run tessera -- cells add.`,
    );
  }
}

async function requireSameDirectory(
  cell: number,
  registered: ReadonlyMap<number, string>,
  databases: readonly { readonly cell: number; readonly id: string }[],
): Promise<void> {
  const unknown = databases.find((other) => registered.get(other.cell) !== other.id);
  if (unknown !== undefined) {
    throw new DatabaseMarkError(
      `The databases of cell ${cell} and cell ${unknown.cell} belong to different programs: each ` +
        "has a directory of its own. Name databases of one program in CELLS.",
    );
  }
}
