import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Place, Seek } from "./pages.ts";

/** One sort key of a list: an SQL expression, and the type to cast its text to. */
export interface OrderedBy {
  readonly by: RawBuilder<unknown>;
  readonly type: "boolean" | "integer" | "timestamptz" | "text" | "uuid";
}

/** Sorts by creation time and id, as most lists do. */
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
  // Every value is sent as text, because the driver would convert the text of a boolean to false.
  const values = order.map(({ type }, n) => sql`${after[n] ?? null}::text::${sql.raw(type)}`);
  return sql`(${columns}) ${sql.raw(direction === "asc" ? ">" : "<")} (${sql.join(values)})`;
}

/**
 * Sorts a query and limits it to the rows after a cursor, so that rows inserted between two pages
 * cause neither repeated nor skipped rows.
 *
 * @param order the sort keys, all in the same direction; the last one is unique
 * @param seek the page to read; undefined for the whole list
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
