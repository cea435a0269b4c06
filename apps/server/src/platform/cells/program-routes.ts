import { hash } from "node:crypto";
import type { AppContext } from "../context.ts";
import type { CellRoutes } from "./cell-routes.ts";
import { passOnCall, type Ways } from "./pass-on.ts";

/**
 * Chooses the cell in which a name's customer would be opened. The same name always gets the same
 * cell while the open cells are the same.
 */
export function cellForName(name: string, open: readonly number[]): number | undefined {
  const weights = open.map((cell) => ({
    cell,
    weight: hash("sha256", `${cell}\n${name.toLowerCase()}`),
  }));
  return weights.sort((a, b) => (a.weight < b.weight ? 1 : -1))[0]?.cell;
}

/**
 * Creates the routes between the cells of a program.
 *
 * @param known the numbers of all cells of the program
 */
export function createCellRoutes(
  context: Pick<AppContext, "config" | "db" | "directory">,
  ways: Ways,
  known: ReadonlySet<number>,
): CellRoutes {
  const { config, db, directory } = context;
  const own = config.cell;
  const canReach = (cell: number) => cell === own || ways.apps.has(cell) || ways.servers.has(cell);
  return {
    isOnly: false,
    isElsewhere: (cell): cell is number => cell !== undefined && cell !== own && known.has(cell),
    async ofName(name) {
      const place = await directory.find(db.kysely, name);
      if (place !== undefined) {
        return place.cell;
      }
      const open = await directory.openCells(db.kysely);
      return cellForName(name, open.filter(canReach)) ?? own;
    },
    ofNumber: (pan) => directory.cards.cellOfRange(db.urgent.kysely, pan),
    ofIssuerCard: (issuer, id) => directory.cards.cellOfIssuerCard(db.urgent.kysely, issuer, id),
    passOn: (request, reply, to) => passOnCall(ways, request, reply, to),
  };
}
