import { parseDailyFile } from "./ecb-daily-file.ts";
import { fetchRateFile } from "./fetch-rate-file.ts";
import type { RatesProvider } from "./rates-provider.ts";

/**
 * Creates a source of rates from the European Central Bank's daily file at `url`.
 *
 * @param timeoutMs time limit for the complete response, headers and body
 */
export function ecbRates(url: string, timeoutMs?: number): RatesProvider {
  return {
    name: "ecb",
    live: true,
    fetchRates: async () =>
      parseDailyFile(await fetchRateFile(url, "application/xml, text/xml", timeoutMs)),
  };
}
