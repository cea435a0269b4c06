/** Thrown if a cell cannot be served, for a reason that the operator can fix. */
export class CellUnusableError extends Error {
  override readonly name = "CellUnusableError";
}
