/** What a merchant that charges in a rhythm is likely to take next. Minor units. */
export interface UsualAmount {
  readonly amountMinor: bigint;
  /** Where it went up: from what, and with which payment. */
  readonly rise?: { readonly fromMinor: bigint; readonly place: number };
}

/** Amounts that vary by no more than this part of the largest are the same bill each time. */
const VARIES_AT_MOST_PERCENT = 20n;
/** A new price that was only seen once is believed up to this many times the old one, or down. */
const NEW_PRICE_FACTOR = 2n;
const SEEN_RECENTLY = 3;

function inOrder(amounts: readonly bigint[]): bigint[] {
  return amounts.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1));
}

function isBelievable(fromMinor: bigint, toMinor: bigint): boolean {
  return toMinor <= fromMinor * NEW_PRICE_FACTOR && fromMinor <= toMinor * NEW_PRICE_FACTOR;
}

/**
 * What amounts, the oldest first, tell of the next one: the last one of a fixed price, also after
 * it changed once, but for a lower one that was only seen once; the highest of the latest three of
 * a bill that varies a little. Undefined where they vary too much to tell.
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
    // One that was lower once may be dearer again: better to keep too much for it.
    return { amountMinor: isSeenOnce ? fromMinor : last };
  }
  const [least = 0n, most = 0n] = [inOrder(amounts)[0], inOrder(amounts).at(-1)];
  const varies = (most - least) * 100n <= most * VARIES_AT_MOST_PERCENT;
  const highest = inOrder(amounts.slice(-SEEN_RECENTLY)).at(-1) ?? last;
  return varies ? { amountMinor: highest } : undefined;
}
