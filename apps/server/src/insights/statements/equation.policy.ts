/** What a pocket's lines came to, beside what the books say without them; minor units. */
export interface Reckoning {
  readonly openingMinor: bigint;
  readonly movementsMinor: bigint;
  readonly otherKindsMinor: bigint;
  readonly closingMinor: bigint;
  readonly rows: number;
  readonly rowsExpected: number;
}

/** Opening and movements did not make the closing balance: the file must not be delivered. */
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

/** @throws UnbalancedError where `opening + movements = closing` does not hold, or lines lack */
export function requireBalanced(reckoning: Reckoning): void {
  const { openingMinor, movementsMinor, otherKindsMinor, closingMinor } = reckoning;
  const isBalanced = openingMinor + movementsMinor + otherKindsMinor === closingMinor;
  if (!isBalanced || reckoning.rows !== reckoning.rowsExpected) {
    throw new UnbalancedError(reckoning);
  }
}
