import { RATE_SCALE } from "@tessera/money";
import bundled from "./bundled-rates.json" with { type: "json" };
import { makeRateSheet } from "./rate-sheet.ts";
import type { RatesProvider, UsdtRateProvider } from "./rates-provider.ts";

/**
 * Returns dated sample rates, so that a sandbox without network access can show totals. Never used
 * in live mode.
 */
export function bundledRates(): RatesProvider {
  const sheet = makeRateSheet(
    bundled.source,
    bundled.date,
    new Map<string, string>(Object.entries(bundled.rates)),
  );
  return { name: "bundled", live: false, fetchRates: () => Promise.resolve(sheet) };
}

function bundledDollar(name: string): UsdtRateProvider {
  const rate = {
    source: bundled.source,
    ratedAt: new Date(`${bundled.date}T15:00:00.000Z`),
    dollarsScaled: RATE_SCALE,
  };
  return { name, live: false, fetchRates: () => Promise.resolve(rate) };
}

/** Returns the sandbox's sample price of USDT: exactly one dollar. Never used in live mode. */
export function bundledUsdtRate(): UsdtRateProvider {
  return bundledDollar("bundled-usdt");
}

/** Returns the sandbox's sample price of USDC: exactly one dollar. Never used in live mode. */
export function bundledUsdcRate(): UsdtRateProvider {
  return bundledDollar("bundled-usdc");
}
