/** Fixed-point scale of an exchange rate: a rate is stored as `rate * 10^8`. */
export const RATE_SCALE = 100_000_000n;

/**
 * Converts minor units for display, rounding half up. Never used for posting.
 *
 * @param amountMinor minor units of the source currency
 * @param rateScaled units of the target currency per unit of the source currency, times
 * {@link RATE_SCALE}
 */
export function convertForDisplay(amountMinor: bigint, rateScaled: bigint): bigint {
  const negative = amountMinor < 0n;
  const magnitude = (negative ? -amountMinor : amountMinor) * rateScaled;
  const rounded = (magnitude + RATE_SCALE / 2n) / RATE_SCALE;
  return negative ? -rounded : rounded;
}

/**
 * Parses a decimal rate such as `"7.1189"` into a fixed-point rate scaled by {@link RATE_SCALE}.
 */
export function parseRate(text: string): bigint | undefined {
  const match = /^([0-9]{1,9})(?:\.([0-9]{1,8}))?$/.exec(text);
  if (match === null) {
    return undefined;
  }
  return BigInt((match[1] ?? "0") + (match[2] ?? "").padEnd(8, "0"));
}

/**
 * Formats a fixed-point rate with four to eight decimals, without trailing zeros after the fourth.
 */
export function formatRate(rateScaled: bigint): string {
  const digits = rateScaled.toString().padStart(9, "0");
  const whole = digits.slice(0, -8);
  const fraction = digits.slice(-8).replace(/0{1,4}$/, "");
  return `${whole}.${fraction}`;
}
