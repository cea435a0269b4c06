import type { Keys } from "../crypto/keys.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";

/** A caller's paging parameters: `limit`, from 1 to 100, and the cursor from an earlier page. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A page of a list in a response. */
export interface Page<T> {
  readonly data: T[];
  readonly nextCursor: string | null;
}

/** A row's position in its list: its sort keys as text. */
export type Place = readonly string[];

/** A page of a list that can be merged with the same list of other cells. */
export interface PlacedPage<T> extends Page<T> {
  /** The position of each row. */
  readonly places: readonly Place[];
  /** Up to where the list was searched; null if this is the last page. */
  readonly end: Place | null;
  /** Returns the cursor for the rows after a position, in any cell. */
  readonly cursorAfter: (place: Place) => string;
}

/** Creates a page, with the cursor to the next one. */
export function placedPage<T>(
  { keys }: { readonly keys: Keys },
  { scope, ...page }: Pick<PlacedPage<T>, "data" | "places" | "end"> & { readonly scope: string },
): PlacedPage<T> {
  const cursorAfter = (place: Place) => encodeCursor(keys, scope, place);
  return { ...page, cursorAfter, nextCursor: page.end === null ? null : cursorAfter(page.end) };
}

/** The rows to read from a list: the first `limit` rows after `after`. */
export interface Seek {
  readonly after: Place | undefined;
  readonly limit: number;
}

interface ListPage<Row> {
  /** The list, its owner and its filters. A cursor is not valid for any other list. */
  readonly scope: string;
  readonly query: PageQuery;
  /** The default number of rows per page; {@link WHOLE_LIST} if undefined. */
  readonly defaultLimit?: number;
  readonly read: (seek: Seek) => Promise<readonly Row[]>;
  readonly placeOf: (row: Row) => Place;
}

/**
 * The maximum page size. A list of typical length fits on one page, which suits callers that never
 * page.
 */
const WHOLE_LIST = 100;

/**
 * Reads one page of a list and creates a signed cursor to the next page.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function readPage<Row>(
  { keys }: { readonly keys: Keys },
  { scope, query, defaultLimit = WHOLE_LIST, read, placeOf }: ListPage<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const { limit = defaultLimit, cursor } = query;
  const after = cursor === undefined ? undefined : decodeCursor(keys, scope, cursor);
  // One additional row shows whether there is another page.
  const found = await read({ after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    rows,
    nextCursor: last === undefined ? null : encodeCursor(keys, scope, placeOf(last)),
  };
}

interface ShortList<Row> extends Omit<ListPage<Row>, "read"> {
  /** All rows of the list, in any order. */
  readonly rows: readonly Row[];
  /** The sort direction. Positions are compared part by part as text. */
  readonly direction: "asc" | "desc";
}

/** Returns a page of a list that is held entirely in memory because a rule limits its length. */
export function readPageOf<Row>(
  context: { readonly keys: Keys },
  list: ShortList<Row>,
): ReturnType<typeof readPage<Row>> {
  const { rows, placeOf, direction } = list;
  const sign = direction === "asc" ? 1 : -1;
  const compare = (one: Row, place: Place) => sign * comparePlaces(placeOf(one), place);
  const sorted = rows.toSorted((one, other) => compare(one, placeOf(other)));
  const read = async ({ after, limit }: Seek) =>
    sorted.filter((row) => after === undefined || compare(row, after) > 0).slice(0, limit);
  return readPage(context, { ...list, read });
}

/** Returns an integer as text that sorts like the number. */
export function sortableNumber(value: number): string {
  return String(value).padStart(10, "0");
}

/** Compares two positions part by part as text, each part in its direction. */
export function comparePlaces(
  one: Place,
  other: Place,
  order: readonly ("asc" | "desc")[] = [],
): number {
  for (const [n, part] of one.entries()) {
    const against = other[n] ?? "";
    if (part !== against) {
      return part < against === (order[n] !== "desc") ? -1 : 1;
    }
  }
  return 0;
}
