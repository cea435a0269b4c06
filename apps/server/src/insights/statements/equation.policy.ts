/**
 * The sum of a pocket's lines, and sums that the ledger computes independently of those lines, in
 * minor units.
 */
export interface Reckoning {
  readonly openingMinor: bigint;
  readonly movementsMinor: bigint;
  readonly otherKindsMinor: bigint;
  readonly closingMinor: bigint;
  readonly rows: number;
  readonly rowsExpected: number;
}

/**
 * Thrown if the opening balance plus the movements does not equal the closing balance, in which
 * case the file must not be delivered.
 */
export class UnbalancedError extends Error {
  readonly reckoning: Reckoning;

  constructor(reckoning: Reckoning) {
    const { openingMinor, movementsMinor, otherKindsMinor, closingMinor } = reckoning;
    const { rows, rowsExpected } = reckoning;
    super(
      `${openingMinor} and ${movementsMinor} and ${otherKindsMinor} do not make ${closingMinor}, ` +
        `or ${rows} lines are not ${rowsExpected}`,
    );
    this.name = "UnbalancedError";
    this.reckoning = reckoning;
  }
}

/**
 * Checks that `opening + movements = closing`, and that no lines are missing.
 *
 * @throws UnbalancedError otherwise
 */
export function requireBalanced(reckoning: Reckoning): void {
  const { openingMinor, movementsMinor, otherKindsMinor, closingMinor } = reckoning;
  const isBalanced = openingMinor + movementsMinor + otherKindsMinor === closingMinor;
  if (!isBalanced || reckoning.rows !== reckoning.rowsExpected) {
    throw new UnbalancedError(reckoning);
  }
}
