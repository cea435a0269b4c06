import type { AppContext } from "../context.ts";
import type { Keys } from "../crypto/keys.ts";
import { askCell } from "./ask-cell.ts";
import type { CellRoutes } from "./cell-routes.ts";
import { passOnCall, type Ways } from "./pass-on.ts";

/**
 * Chooses one of several cells for a name that nobody has. The same name always gets the same one
 * of the same cells. The choice depends on the root key, so that nobody can tell from a name's cell
 * whether somebody has it.
 */
export function cellForName(
  keys: Pick<Keys, "hmac">,
  name: string,
  cells: readonly number[],
): number | undefined {
  const weights = cells.map((cell) => ({
    cell,
    weight: keys.hmac("cell-of-name", `${cell}\n${name.toLowerCase()}`),
  }));
  return weights.sort((a, b) => b.weight.compare(a.weight))[0]?.cell;
}

/**
 * Creates the routes between the cells of a program.
 *
 * @param known the numbers of all cells of the program
 */
export function createCellRoutes(
  context: Pick<AppContext, "config" | "db" | "directory" | "keys">,
  ways: Ways,
  known: ReadonlySet<number>,
): CellRoutes {
  const { config, db, directory, keys } = context;
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
      return cellForName(keys, name, open.filter(canReach)) ?? own;
    },
    async ofSignIn(name) {
      const place = await directory.find(db.kysely, name);
      return place?.cell ?? cellForName(keys, name, [...known]) ?? own;
    },
    ofNumber: (pan) => directory.cards.cellOfRange(db.urgent.kysely, pan),
    ofIssuerCard: (issuer, id) => directory.cards.cellOfIssuerCard(db.urgent.kysely, issuer, id),
    first: () => Math.min(...known),
    others: () => [...known].filter((cell) => cell !== own).sort((a, b) => a - b),
    passOn: (request, reply, to) => passOnCall(ways, request, reply, to),
    ask: (request, part) => askCell(ways, request, part),
  };
}
