/** Returns the search parameter that names a row's cell; undefined in a program with one cell. */
export function cellParam(cell: number | undefined): string | undefined {
  return cell === undefined ? undefined : String(cell);
}

/** Returns the search parameters of a link to something in a row's cell. */
export function inCell(cell: number | undefined): { readonly cell?: string } {
  return cell === undefined ? {} : { cell: String(cell) };
}

/** Returns the search parameters of a link to something in the same cell as the open page. */
export function sameCell(search: Partial<Record<string, string>>): { readonly cell?: string } {
  return search.cell === undefined ? {} : { cell: search.cell };
}
