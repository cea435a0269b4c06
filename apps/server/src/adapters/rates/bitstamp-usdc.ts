import * as z from "zod";
import { fetchRateFile } from "./fetch-rate-file.ts";
import { RatesError, type UsdtRate, type UsdtRateProvider } from "./rates-provider.ts";
import { readDollars } from "./read-dollars.ts";

const SOURCE = "Bitstamp";

/**
 * The exchange's public ticker for the pair USDC/USD. It trades USDC against dollars in banks;
 * Coinbase does not, because it takes one for the other.
 */
export const BITSTAMP_USDC_TICKER = "https://www.bitstamp.net/api/v2/ticker/usdcusd/";

const ticker = z.object({
  last: z.string().max(40),
  /** Seconds since 1970. */
  timestamp: z.string().regex(/^[1-9]\d{8,10}$/),
});

/**
 * Parses the exchange's USDC/USD ticker: the price of the last trade, and the ticker's time.
 *
 * @throws RatesError `invalid` for any other content, and for a price that is zero or implausible
 */
export function parseBitstampTicker(text: string): UsdtRate {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new RatesError("The ticker of USDC is not JSON", "invalid", error);
  }
  const parsed = ticker.safeParse(body);
  if (!parsed.success) {
    throw new RatesError("The ticker of USDC has no price and time");
  }
  const { last, timestamp } = parsed.data;
  return {
    source: SOURCE,
    ratedAt: new Date(Number(timestamp) * 1_000),
    dollarsScaled: readDollars(last, "USDC"),
  };
}

/** Creates a source for the price of USDC in US dollars: Bitstamp's public ticker at `url`. */
export function bitstampUsdc(url: string, timeoutMs?: number): UsdtRateProvider {
  return {
    name: "bitstamp-usdc",
    live: true,
    fetchRates: async () =>
      parseBitstampTicker(await fetchRateFile(url, "application/json", timeoutMs)),
  };
}
