/**
 * The API states amounts as decimal strings, such as `"12.34"`, because a JavaScript number cannot
 * hold every amount exactly. These functions compute with them as whole minor units.
 */

const AMOUNT = /^(-?)([0-9]{1,24})(?:\.([0-9]{1,18}))?$/;

/**
 * Returns an amount in minor units: `toMinor("12.34")` is `1234n`.
 *
 * @param decimals how many decimals the currency has; 2 for the currencies of accounts and cards
 * @throws RangeError if the text is not an amount, or has more decimals than the currency
 */
export function toMinor(amount: string, decimals = 2): bigint {
  const [, sign, whole = "", fraction = ""] = AMOUNT.exec(amount) ?? [];
  if (sign === undefined || fraction.length > decimals) {
    throw new RangeError(
      `${JSON.stringify(amount)} is not an amount with at most ${decimals} decimals.`,
    );
  }
  const minor = BigInt(whole + fraction.padEnd(decimals, "0"));
  return sign === "-" ? -minor : minor;
}

/** Returns minor units as an amount: `fromMinor(1234n)` is `"12.34"`. */
export function fromMinor(minor: bigint, decimals = 2): string {
  const digits = `${minor < 0n ? -minor : minor}`.padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  const fraction = decimals === 0 ? "" : `.${digits.slice(split)}`;
  return `${minor < 0n ? "-" : ""}${digits.slice(0, split)}${fraction}`;
}

/**
 * Compares two amounts of one currency: negative if the first is smaller, positive if it is larger,
 * 0 if they are equal. Sorts a list, too: `amounts.toSorted(compareAmounts)`.
 *
 * @throws RangeError if either is not an amount
 */
export function compareAmounts(a: string, b: string): number {
  const [first, second] = [toMinor(a, 18), toMinor(b, 18)];
  return first < second ? -1 : Number(first > second);
}
