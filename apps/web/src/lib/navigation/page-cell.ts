const CELL = /^[1-9]\d{0,2}$/;

/**
 * Returns the cell that the page's address names (`?cell=2`), in a program with several. It is the
 * cell of the customer, case or conversation that is open. Undefined if the address names none.
 */
export function cellOfPage(): string | undefined {
  const cell = new URLSearchParams(globalThis.location.search).get("cell");
  return cell !== null && CELL.test(cell) ? cell : undefined;
}
