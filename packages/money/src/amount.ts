import { type CurrencyCode, currencyTraits } from "./currency.ts";

/**
 * The grammar of an amount on the wire: at most twelve whole digits and two decimals, no sign, no
 * exponent, no grouping. Anything else is rejected; nothing is guessed.
 */
export const AMOUNT_PATTERN = /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?$/;

/** The largest amount in minor units that {@link AMOUNT_PATTERN} can express. */
export const MAX_AMOUNT_MINOR = 99_999_999_999_999n;

/**
 * Parses a wire amount such as `"12.34"` into minor units.
 *
 * Returns `undefined` for any text outside the grammar. The caller decides what that means.
 */
export function parseAmount(text: string, currency: CurrencyCode): bigint | undefined {
  const match = AMOUNT_PATTERN.exec(text);
  if (match === null) {
    return undefined;
  }
  const { decimals } = currencyTraits(currency);
  const whole = match[1] ?? "0";
  const fraction = (match[2] ?? "").slice(1);
  if (fraction.length > decimals) {
    return undefined;
  }
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** Formats minor units as a wire amount: `1234n` USD is `"12.34"`, `-5n` is `"-0.05"`. */
export function formatAmount(amountMinor: bigint, currency: CurrencyCode): string {
  const { decimals } = currencyTraits(currency);
  const sign = amountMinor < 0n ? "-" : "";
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor)
    .toString()
    .padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  return `${sign}${digits.slice(0, split)}.${digits.slice(split)}`;
}

/** Returns the larger of two amounts; `Math.max` does not accept bigint. */
export function greater(a: bigint, b: bigint): bigint {
  return a < b ? b : a;
}

/** Returns the smaller of two amounts. */
export function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
