/** Fixed-point scale of an exchange rate: a rate is kept as `rate * 10^8`. */
export const RATE_SCALE = 100_000_000n;

/**
 * Converts minor units for display, half up. Never used to post: a converted amount is shown,
 * not booked.
 *
 * @param amountMinor minor units of the source currency
 * @param rateScaled how many target units one source unit is, times {@link RATE_SCALE}
 */
export function convertForDisplay(amountMinor: bigint, rateScaled: bigint): bigint {
  const negative = amountMinor < 0n;
  const magnitude = (negative ? -amountMinor : amountMinor) * rateScaled;
  const rounded = (magnitude + RATE_SCALE / 2n) / RATE_SCALE;
  return negative ? -rounded : rounded;
}

/** Reads a decimal rate such as `"7.1189"` into {@link RATE_SCALE} fixed point. */
export function parseRate(text: string): bigint | undefined {
  const match = /^([0-9]{1,9})(?:\.([0-9]{1,8}))?$/.exec(text);
  if (match === null) {
    return undefined;
  }
  return BigInt((match[1] ?? "0") + (match[2] ?? "").padEnd(8, "0"));
}

/** Writes a fixed-point rate with four to eight decimals, trailing zeros dropped after four. */
export function formatRate(rateScaled: bigint): string {
  const digits = rateScaled.toString().padStart(9, "0");
  const whole = digits.slice(0, -8);
  const fraction = digits.slice(-8).replace(/0{1,4}$/, "");
  return `${whole}.${fraction}`;
}
