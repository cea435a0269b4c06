import { pendingMigrations } from "@tessera/database";
import { migrations } from "../../db/migrations.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import {
  type CellSoftware,
  type ListedCell,
  readSoftware,
  selectListedCells,
} from "./cell-facts.repository.ts";

/** A cell as the directory lists it, with what its own database says. */
interface CellInList extends ListedCell {
  readonly software: (CellSoftware & { readonly pendingMigrations: number }) | null;
  /** Why the cell's database could not be read, or is not that of the cell; null if it is. */
  readonly problem: string | null;
}

type Software = Pick<CellInList, "software" | "problem">;

async function softwareOf(cell: number, url: string | undefined): Promise<Software> {
  if (url === undefined) {
    return { software: null, problem: "CELLS names no database of it" };
  }
  try {
    return await withDatabase(url, async (db) => {
      const software = await readSoftware(db.sql);
      const pending = await pendingMigrations(db, migrations);
      const isOther = software.cell !== null && software.cell !== cell;
      return {
        software: { ...software, pendingMigrations: pending.length },
        problem: isOther ? `CELLS names the database of cell ${software.cell} for it` : null,
      };
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { software: null, problem: `its database cannot be read: ${reason}` };
  }
}

/**
 * Lists the cells of the program, with the release and the schema of those that can be reached.
 *
 * @param directoryUrl a database with the program's directory
 * @param urls the database of each cell
 */
export async function listCells(
  directoryUrl: string,
  urls: ReadonlyMap<number, string>,
): Promise<CellInList[]> {
  const listed = await withDatabase(directoryUrl, ({ sql }) => selectListedCells(sql));
  return Promise.all(
    listed.map(async (one) => ({ ...one, ...(await softwareOf(one.cell, urls.get(one.cell))) })),
  );
}

function softwareInWords({ software, problem }: Software): string[] {
  if (software === null) {
    return [problem ?? ""];
  }
  const { releases, schema, pendingMigrations: pending } = software;
  const running = releases.length === 0 ? "no server" : `release ${releases.join(", ")}`;
  const lack = pending === 0 ? "" : `, lacks ${pending} of ${migrations.length} migrations`;
  return [running, `schema ${schema ?? "none"}${lack}`, ...(problem === null ? [] : [problem])];
}

/** Returns the list for the terminal, with a line for each cell. */
export function printList(cells: readonly CellInList[]): string {
  const lines = cells.map((one) => {
    const { cell, isOpen, people, cards, head } = one;
    const seal = head === null ? "no seal recorded" : `sealed up to block ${head}`;
    const facts = [`cell ${cell}`, isOpen ? "open" : "closed", `${people} people`];
    return [...facts, `${cards} cards`, seal, ...softwareInWords(one)].join("\t");
  });
  const only = cells.length === 1 ? ["The program has one cell, on a single machine."] : [];
  return [...lines, ...only, ""].join("\n");
}
