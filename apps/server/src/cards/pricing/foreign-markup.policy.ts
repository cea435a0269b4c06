/** The markup of fees that were published before there was one, in basis points. */
const DEFAULT_FOREIGN_MARKUP = 100;

/** Returns the markup of published fees on purchases that Tessera converts, in basis points. */
export function foreignMarkupOf({
  foreign_markup_basis_points: basisPoints,
}: {
  readonly foreign_markup_basis_points: number | null;
}): number {
  return basisPoints ?? DEFAULT_FOREIGN_MARKUP;
}
