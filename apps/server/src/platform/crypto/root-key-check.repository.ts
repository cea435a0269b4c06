import type { Db } from "../database/db.ts";

/** Stores the first key's check value permanently. Returns the stored value. */
export async function noteCheckValue(db: Db, checkValue: string): Promise<string> {
  await db.sql`insert into root_key (check_value) values (${checkValue}) on conflict do nothing`;
  const [row] = await db.sql<{ check_value: string }[]>`select check_value from root_key`;
  return row?.check_value ?? checkValue;
}

/** Finds the stored check value, or returns undefined if no server has run on this database yet. */
export async function findCheckValue(db: Pick<Db, "sql">): Promise<string | undefined> {
  const [row] = await db.sql<{ check_value: string }[]>`select check_value from root_key`;
  return row?.check_value;
}
