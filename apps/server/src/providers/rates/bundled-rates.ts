import bundled from "./bundled-rates.json" with { type: "json" };
import { makeRateSheet } from "./rate-sheet.ts";
import type { RatesProvider } from "./rates-provider.ts";

/** Rates that come with Tessera, dated, so that a sandbox without a network shows totals. */
export function bundledRates(): RatesProvider {
  const sheet = makeRateSheet(
    bundled.source,
    bundled.date,
    new Map<string, string>(Object.entries(bundled.rates)),
  );
  return { name: "bundled", live: false, fetchSheet: () => Promise.resolve(sheet) };
}
