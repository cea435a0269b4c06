import type { Db } from "../platform/context.ts";

/**
 * Minimum length of a search string. Random digits and base64 often contain a shorter text, or part
 * of it, by chance.
 */
const MIN_LENGTH = 8;

/**
 * Finds a string in the rows of every table, ignoring case. Looks for it as text, inside JSON, in
 * binary data, and in base64.
 *
 * @param db an owner connection, which can read every table
 * @returns the tables that contain the string, qualified by schema
 * @throws RangeError if the string is so short that random data may contain it
 */
export async function findInDatabase(
  { sql }: Pick<Db, "sql">,
  text: string,
): Promise<readonly string[]> {
  if (text.length < MIN_LENGTH) {
    throw new RangeError(`random data may contain ${text}: search for a longer text`);
  }
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
 * Returns the base64 characters that a string always results in, for each of its three possible
 * offsets.
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
