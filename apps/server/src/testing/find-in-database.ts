import type { Db } from "../platform/context.ts";

/**
 * Finds a text in the rows of every table: as text, inside JSON, in bytes and in base64, ignoring
 * case.
 *
 * @param db a connection of the owner, who may read every table @returns the tables that contain
 * it, qualified by schema
 */
export async function findInDatabase(
  { sql }: Pick<Db, "sql">,
  text: string,
): Promise<readonly string[]> {
  const needles = [text, Buffer.from(text).toString("hex"), ...insideBase64(text)];
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ isThere: boolean }[]>(
      `select exists (
        select from ${name} one, unnest($1::text[]) needle
        where position(lower(needle) in lower(one::text)) > 0) as "isThere"`,
      [needles],
    );
    if (row?.isThere === true) {
      found.push(name);
    }
  }
  return found;
}

/**
 * Returns the characters that a text always has in base64, for each of its three possible offsets.
 */
function insideBase64(text: string): string[] {
  return [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    const end = whole.length - (whole.length % 3);
    return whole
      .subarray(0, end)
      .toString("base64")
      .slice(offset === 0 ? 0 : 4);
  });
}
