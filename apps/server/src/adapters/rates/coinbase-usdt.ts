import * as z from "zod";
import { fetchRateFile } from "./fetch-rate-file.ts";
import { RatesError, type UsdtRate, type UsdtRateProvider } from "./rates-provider.ts";
import { readDollars } from "./read-dollars.ts";

const SOURCE = "Coinbase Exchange";

/** The exchange's public ticker for the USDT-USD pair. */
export const COINBASE_USDT_TICKER = "https://api.exchange.coinbase.com/products/USDT-USD/ticker";

const ticker = z.object({
  price: z.string().max(40),
  time: z.iso.datetime({ offset: true }),
});

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
  if (!parsed.success) {
    throw new RatesError("The ticker of USDT has no price and time");
  }
  const { price, time } = parsed.data;
  return {
    source: SOURCE,
    ratedAt: new Date(time),
    dollarsScaled: readDollars(price, "USDT"),
  };
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
