import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** Returns names that nobody has. A copy has them while somebody else has its own. */
export function placeholdersOf(id: string): { readonly username: string; readonly email: string } {
  return { username: id, email: `${id}@elsewhere.invalid` };
}

/**
 * Replaces names in copies of other cells' operators, for somebody whom the directory lists under
 * these names. The operators have given them up in their own cells, and the copies have not learned
 * that yet. Returns whether there was such a copy.
 *
 * @param exceptId whose copy keeps its names
 */
export async function moveNamesAside(
  tx: Tx,
  { username, email }: { readonly username?: string; readonly email?: string },
  exceptId: string,
): Promise<boolean> {
  const stale = await tables(tx)
    .selectFrom("person")
    .select("id")
    .where("home_cell", "is not", null)
    .where("id", "<>", exceptId)
    .where((where) =>
      where.or([
        ...(username === undefined ? [] : [where("username", "=", username)]),
        ...(email === undefined ? [] : [where("email", "=", email)]),
      ]),
    )
    .execute();
  for (const { id } of stale) {
    await tables(tx)
      .updateTable("person")
      .set(placeholdersOf(id))
      .where("id", "=", id)
      .where("home_cell", "is not", null)
      .execute();
  }
  return stale.length > 0;
}
