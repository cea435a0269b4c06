import { parseRate, RATE_SCALE } from "@tessera/money";
import * as z from "zod";
import { fetchRateFile } from "./fetch-rate-file.ts";
import { RatesError, type UsdtRate, type UsdtRateProvider } from "./rates-provider.ts";

const SOURCE = "Coinbase Exchange";

/** The exchange's public ticker for the USDT-USD pair. */
export const COINBASE_USDT_TICKER = "https://api.exchange.coinbase.com/products/USDT-USD/ticker";

/** From a tenth of a dollar to ten dollars. A price outside this range is treated as an error. */
const SANE_DOLLARS = { min: RATE_SCALE / 10n, max: RATE_SCALE * 10n } as const;

const ticker = z.object({
  price: z.string().max(40),
  time: z.iso.datetime({ offset: true }),
});

/** Parses a price. Drops decimals beyond the eighth, which rates do not store. */
function dollarsOf(price: string): bigint | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,8})\d*)?$/.exec(price);
  return match === null ? undefined : parseRate(`${match[1]}.${match[2] ?? "0"}`);
}

/**
 * Parses the exchange's USDT-USD ticker: the price and time of the last trade.
 *
 * @throws RatesError `invalid` for any other content, and for a price that is zero or implausible
 */
export function parseCoinbaseTicker(text: string): UsdtRate {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new RatesError("The ticker of USDT is not JSON", "invalid", error);
  }
  const parsed = ticker.safeParse(body);
  const dollarsScaled = parsed.success ? dollarsOf(parsed.data.price) : undefined;
  if (!parsed.success || dollarsScaled === undefined) {
    throw new RatesError("The ticker of USDT has no price and time");
  }
  if (dollarsScaled < SANE_DOLLARS.min || dollarsScaled > SANE_DOLLARS.max) {
    throw new RatesError("The price of USDT is not sane");
  }
  return { source: SOURCE, ratedAt: new Date(parsed.data.time), dollarsScaled };
}

/**
 * Creates a source for the price of USDT in US dollars: Coinbase Exchange's public ticker at `url`.
 */
export function coinbaseUsdt(url: string, timeoutMs?: number): UsdtRateProvider {
  return {
    name: "coinbase",
    live: true,
    fetchRates: async () =>
      parseCoinbaseTicker(await fetchRateFile(url, "application/json", timeoutMs)),
  };
}
