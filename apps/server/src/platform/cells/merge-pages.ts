import { comparePlaces, type Place } from "../paging/pages.ts";

/** A page of one cell's list. */
export interface PageOfCell<Row> {
  readonly cell: number;
  readonly data: readonly Row[];
  /** The position of each row. */
  readonly places: readonly Place[];
  /** Up to where the cell has searched; null if it has no more rows. */
  readonly end: Place | null;
}

/** The sort direction of each part of a position. */
export type Order = readonly ("asc" | "desc")[];

interface MergedPage<Row> {
  readonly data: readonly (Row & { readonly cell: number })[];
  /** The position after which the next page begins; null if this is the last page. */
  readonly end: Place | null;
}

/**
 * Merges a page of each cell's list into one page of the program's. A position is the same in the
 * lists of all cells, so that one position continues all of them.
 */
export function mergePages<Row extends object>(
  pages: readonly PageOfCell<Row>[],
  order: Order,
  limit: number,
): MergedPage<Row> {
  const rows = pages
    .flatMap(({ cell, data, places }) =>
      data.map((row, index) => ({ place: places[index] ?? [], row: { ...row, cell } })),
    )
    .sort((one, other) => comparePlaces(one.place, other.place, order));
  // A cell may have rows after the end of its page, so nothing after the first end is shown yet.
  const [end = null] = pages
    .flatMap((page) => (page.end === null ? [] : [page.end]))
    .sort((one, other) => comparePlaces(one, other, order));
  const known =
    end === null ? rows : rows.filter(({ place }) => comparePlaces(place, end, order) <= 0);
  const shown = known.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(({ row }) => row),
    end: shown.length < known.length && last !== undefined ? last.place : end,
  };
}
