/** The markup of fees that were published before there was one, in basis points. */
const DEFAULT_FOREIGN_MARKUP = 100;

/** The buffer of fees that were published before it was one of their terms, in basis points. */
const DEFAULT_FOREIGN_BUFFER = 300;

/**
 * Returns how much more than its price published fees hold for a purchase that Tessera converts, in
 * basis points.
 */
export function foreignBufferOf({
  foreign_hold_buffer_basis_points: basisPoints,
}: {
  readonly foreign_hold_buffer_basis_points: number | null;
}): number {
  return basisPoints ?? DEFAULT_FOREIGN_BUFFER;
}

/** Returns the markup of published fees on purchases that Tessera converts, in basis points. */
export function foreignMarkupOf({
  foreign_markup_basis_points: basisPoints,
}: {
  readonly foreign_markup_basis_points: number | null;
}): number {
  return basisPoints ?? DEFAULT_FOREIGN_MARKUP;
}
