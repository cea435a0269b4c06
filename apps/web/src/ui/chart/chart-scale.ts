/**
 * Returns how many of `steps` a value fills relative to the largest value: at least one for
 * positive values.
 */
export function stepsOf(value: bigint, largest: bigint, steps: number): number {
  if (value <= 0n || largest <= 0n) {
    return 0;
  }
  const filled = (value * BigInt(steps) + largest / 2n) / largest;
  return Math.max(1, Math.min(steps, Number(filled)));
}

/** Returns the minimum and maximum of the values and zero. */
export function rangeOf(values: readonly bigint[]): readonly [least: bigint, most: bigint] {
  let [least, most] = [0n, 0n];
  for (const value of values) {
    if (value < least) {
      least = value;
    } else if (value > most) {
      most = value;
    }
  }
  return [least, most];
}

const PARTS = 1_000n;

/**
 * Returns a value's position between two others: 0 at the lower, 1 at the upper, 0.5 if they are
 * equal.
 */
export function placeBetween(value: bigint, lower: bigint, upper: bigint): number {
  return upper === lower
    ? 0.5
    : Number(((value - lower) * PARTS) / (upper - lower)) / Number(PARTS);
}

/**
 * Returns integer shares that sum to one hundred, using the largest-remainder method. Values that
 * are not positive get no share.
 *
 * @returns one share per value, all 0 if there is nothing to share
 */
export function sharesOfHundred(values: readonly bigint[]): number[] {
  const counted = values.map((value) => (value > 0n ? value : 0n));
  const sum = counted.reduce((former, value) => former + value, 0n);
  if (sum === 0n) {
    return values.map(() => 0);
  }
  const shares = counted.map((value) => Number((value * 100n) / sum));
  const left = 100 - shares.reduce((former, share) => former + share, 0);
  const byRemainder = counted
    .map((value, place) => ({ place, remainder: (value * 100n) % sum }))
    .sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0));
  for (const { place } of byRemainder.slice(0, left)) {
    shares[place] = (shares[place] ?? 0) + 1;
  }
  return shares;
}
