import { parseRate, RATE_SCALE } from "@tessera/money";
import { RatesError } from "./rates-provider.ts";

/** From a tenth of a dollar to ten dollars. A price outside this range is treated as an error. */
const SANE_DOLLARS = { min: RATE_SCALE / 10n, max: RATE_SCALE * 10n } as const;

/**
 * Reads the price of an asset in dollars, times `RATE_SCALE`. Drops decimals beyond the eighth,
 * which rates do not store.
 *
 * @throws RatesError `invalid` if it is not a price, or implausible
 */
export function readDollars(price: string, asset: string): bigint {
  const match = /^(\d{1,9})(?:\.(\d{1,8})\d*)?$/.exec(price);
  const scaled = match === null ? undefined : parseRate(`${match[1]}.${match[2] ?? "0"}`);
  if (scaled === undefined) {
    throw new RatesError(`The ticker of ${asset} has no price and time`);
  }
  if (scaled < SANE_DOLLARS.min || scaled > SANE_DOLLARS.max) {
    throw new RatesError(`The price of ${asset} is not sane`);
  }
  return scaled;
}
