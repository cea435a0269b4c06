/** The expected next amount of recurring charges, in minor units. */
export interface UsualAmount {
  readonly amountMinor: bigint;
  /** A price increase: the former price, and the position of the first payment at the new price. */
  readonly rise?: { readonly fromMinor: bigint; readonly place: number };
}

/** Maximum variation in a bill's amount, as a percentage of its largest amount. */
const VARIES_AT_MOST_PERCENT = 20n;
/** Maximum ratio between the former price and a new price that has been charged only once. */
const NEW_PRICE_FACTOR = 2n;
const SEEN_RECENTLY = 3;

function inOrder(amounts: readonly bigint[]): bigint[] {
  return amounts.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1));
}

function isBelievable(fromMinor: bigint, toMinor: bigint): boolean {
  return toMinor <= fromMinor * NEW_PRICE_FACTOR && fromMinor <= toMinor * NEW_PRICE_FACTOR;
}

/**
 * Predicts the next amount from the previous amounts, oldest first. For a fixed price, the
 * prediction is the last amount, even after one change, unless that amount is lower and was charged
 * only once. For a bill that varies a little, it is the highest of the latest three amounts.
 * Returns undefined if the amounts vary too much.
 */
export function usualAmount(amounts: readonly bigint[]): UsualAmount | undefined {
  const last = amounts.at(-1);
  if (last === undefined || last <= 0n) {
    return undefined;
  }
  const changes = amounts.flatMap((amount, place) =>
    place > 0 && amount !== amounts[place - 1] ? [place] : [],
  );
  const [place] = changes;
  if (place === undefined) {
    return { amountMinor: last };
  }
  const fromMinor = amounts[place - 1] ?? last;
  const isSeenOnce = place === amounts.length - 1;
  if (changes.length === 1 && (!isSeenOnce || isBelievable(fromMinor, last))) {
    if (last > fromMinor) {
      return { amountMinor: last, rise: { fromMinor, place } };
    }
    // A lower price that was charged only once may rise again, so the higher price is reserved.
    return { amountMinor: isSeenOnce ? fromMinor : last };
  }
  const [least = 0n, most = 0n] = [inOrder(amounts)[0], inOrder(amounts).at(-1)];
  const varies = (most - least) * 100n <= most * VARIES_AT_MOST_PERCENT;
  const highest = inOrder(amounts.slice(-SEEN_RECENTLY)).at(-1) ?? last;
  return varies ? { amountMinor: highest } : undefined;
}
