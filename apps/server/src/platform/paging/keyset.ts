import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Place, Seek } from "./pages.ts";

/** One part of a list's order: an SQL expression, and the type to cast its text to. */
export interface OrderedBy {
  readonly by: RawBuilder<unknown>;
  readonly type: "boolean" | "integer" | "timestamptz" | "text" | "uuid";
}

/** Order by creation time and id, which most lists have. */
export const BY_CREATION: readonly OrderedBy[] = [
  { by: sql`created_at`, type: "timestamptz" },
  { by: sql`id`, type: "uuid" },
];

function placeIsBehind(
  order: readonly OrderedBy[],
  direction: "asc" | "desc",
  after: Place,
): RawBuilder<boolean> {
  const columns = sql.join(order.map(({ by }) => by));
  // Every part is sent as text: the driver would send the text of a boolean as false.
  const values = order.map(({ type }, n) => sql`${after[n] ?? null}::text::${sql.raw(type)}`);
  return sql`(${columns}) ${sql.raw(direction === "asc" ? ">" : "<")} (${sql.join(values)})`;
}

/**
 * Orders a query and limits it to the rows after a cursor, so that rows inserted between two pages
 * cause neither a repeated nor a skipped row.
 *
 * @param order ends in a unique part; all parts have the same direction @param seek the page to
 * read; if absent, the whole list
 */
export function keyset<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: readonly OrderedBy[],
  direction: "asc" | "desc",
  seek?: Seek,
): SelectQueryBuilder<DB, TB, O> {
  const sorted = order.reduce((rows, { by }) => rows.orderBy(by, direction), query);
  if (seek === undefined) {
    return sorted;
  }
  const { after, limit } = seek;
  return (
    after === undefined ? sorted : sorted.where(placeIsBehind(order, direction, after))
  ).limit(limit);
}
