import type { Tx } from "../../platform/context.ts";
import type { Directory } from "../../platform/directory/directory.ts";
import { selectListable } from "./listable-people.repository.ts";

const BATCH = 500;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Returns the id of the first person in this database whose names the directory does not list for
 * them and this cell. Undefined if there is none.
 */
export async function firstMisplaced(
  tx: Tx,
  directory: Pick<Directory, "firstMisplaced">,
): Promise<string | undefined> {
  let after = BEFORE_ALL;
  for (;;) {
    const people = await selectListable(tx, { after, limit: BATCH });
    const misplaced = await directory.firstMisplaced(tx, people);
    if (misplaced !== undefined) {
      return misplaced;
    }
    const last = people.at(-1);
    if (last === undefined || people.length < BATCH) {
      return undefined;
    }
    after = last.id;
  }
}
