import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** Selects the ids of those people in `others` whom a person invited or who invited that person. */
export async function selectLinked(
  tx: Tx,
  personId: string,
  others: readonly string[],
): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom("person as other")
    .innerJoin("person as own", (join) => join.on("own.id", "=", personId))
    .select("other.id")
    .where("other.id", "in", others)
    .where((where) =>
      where.or([
        where("other.invited_by_id", "=", personId),
        where("other.home_inviter_id", "=", personId),
        where("other.id", "=", where.ref("own.invited_by_id")),
        where("other.id", "=", where.ref("own.home_inviter_id")),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
