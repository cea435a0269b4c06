import type { Keys } from "../crypto/keys.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";

/** A caller's query: `limit` of 1 to 100, and the cursor of an earlier page. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A page of a list in a response. */
export interface Page<T> {
  readonly data: T[];
  readonly nextCursor: string | null;
}

/** A row's position in its list: its sort keys, as texts. */
export type Place = readonly string[];

/** The rows of a list to read: the first `limit` after `after`. */
export interface Seek {
  readonly after: Place | undefined;
  readonly limit: number;
}

interface ListPage<Row> {
  /** The list, its owner and its filters: a cursor is valid for no other list. */
  readonly scope: string;
  readonly query: PageQuery;
  /** The default number of rows; {@link WHOLE_LIST} if absent. */
  readonly defaultLimit?: number;
  readonly read: (seek: Seek) => Promise<readonly Row[]>;
  readonly placeOf: (row: Row) => Place;
}

/** The largest page, which contains every list of usual length for callers that never page. */
const WHOLE_LIST = 100;

/**
 * Reads one page of a list and signs the cursor to the next.
 *
 * @throws Refusal `invalid_input` for a cursor of another list
 */
export async function readPage<Row>(
  { keys }: { readonly keys: Keys },
  { scope, query, defaultLimit = WHOLE_LIST, read, placeOf }: ListPage<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const { limit = defaultLimit, cursor } = query;
  const after = cursor === undefined ? undefined : decodeCursor(keys, scope, cursor);
  // One extra row shows whether another page follows.
  const found = await read({ after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    rows,
    nextCursor: last === undefined ? null : encodeCursor(keys, scope, placeOf(last)),
  };
}

interface ShortList<Row> extends Omit<ListPage<Row>, "read"> {
  /** All rows, in any order. */
  readonly rows: readonly Row[];
  /** Sort direction; positions are compared part by part as texts. */
  readonly direction: "asc" | "desc";
}

/** Returns a page of rows that are all in memory, for a list whose length is limited by a rule. */
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

/** Returns an integer as a text that sorts like the number. */
export function sortableNumber(value: number): string {
  return String(value).padStart(10, "0");
}

function comparePlaces(one: Place, other: Place): number {
  for (const [n, part] of one.entries()) {
    const against = other[n] ?? "";
    if (part !== against) {
      return part < against ? -1 : 1;
    }
  }
  return 0;
}
