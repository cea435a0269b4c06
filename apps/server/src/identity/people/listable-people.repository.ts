import { sql } from "kysely";
import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** A person of this cell, and the names that the directory should have. */
export interface ListablePerson {
  readonly id: string;
  readonly names: { readonly username?: string; readonly email?: string };
}

/**
 * Erased and removed people keep a row with a placeholder like this, which is not an email address.
 */
const isPlaceholder = (email: string) => /@(erased|removed)\.invalid$/.test(email);

/** Returns the number of names that the directory should have for everyone in this database. */
export async function countListableNames(tx: Tx): Promise<number> {
  const { rows } = await sql<{ names: string }>`
    select count(*) filter (where email not like '%@erased.invalid')
      + count(*) filter (where email not like '%@erased.invalid'
          and email not like '%@removed.invalid') as names
    from person where home_cell is null`.execute(tx);
  return Number(rows[0]?.names);
}

/** Returns which of these people this database has. */
export async function selectPresentPeople(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tables(tx).selectFrom("person").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Selects the next `limit` people after an id, each with the names that the directory should have.
 */
export async function selectListable(
  tx: Tx,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ListablePerson[]> {
  const rows = await tables(tx)
    .selectFrom("person")
    .select(["id", "username", "email"])
    .where("id", ">", after)
    .where("home_cell", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, username, email }) => ({
    id,
    names: {
      ...(!email.endsWith("@erased.invalid") && { username }),
      ...(!isPlaceholder(email) && { email }),
    },
  }));
}
