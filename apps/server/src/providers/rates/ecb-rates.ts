import { parseDailyFile } from "./ecb-daily-file.ts";
import { RatesError, type RatesProvider } from "./rates-provider.ts";

/** The daily file is 1.5 KB; what is far beyond it is not the daily file. */
const MAX_BYTES = 64 * 1024;
const DEFAULT_TIMEOUT_MS = 5_000;

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) {
      throw new RatesError(`The rate source sent more than ${MAX_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}

async function fetchText(url: string, timeoutMs: number): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: "application/xml, text/xml" },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new RatesError(`The rate source answered ${response.status}`);
  }
  return readCapped(response);
}

/**
 * Rates from the European Central Bank's daily file at `url`.
 *
 * @param timeoutMs for the whole answer, headers and body
 */
export function ecbRates(url: string, timeoutMs = DEFAULT_TIMEOUT_MS): RatesProvider {
  return {
    name: "ecb",
    live: true,
    async fetchSheet() {
      try {
        return parseDailyFile(await fetchText(url, timeoutMs));
      } catch (error) {
        throw error instanceof RatesError
          ? error
          : new RatesError("The rate source could not be read", error);
      }
    },
  };
}
