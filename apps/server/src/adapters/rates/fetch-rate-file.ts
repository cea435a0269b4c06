import { readCapped } from "../providers/read-capped.ts";
import { RatesError } from "./rates-provider.ts";

/** A rate file is about 1 KB, so a much larger response can't be one. */
const MAX_BYTES = 64 * 1024;
const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * Fetches a rate source's file over HTTP: at most 64 KB of UTF-8, without following redirects.
 *
 * @param accept the media types to request
 * @param timeoutMs time limit for the complete response, headers and body
 * @throws RatesError `unreachable` if no complete response arrived
 */
export async function fetchRateFile(
  url: string,
  accept: string,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<string> {
  try {
    const response = await fetch(url, {
      headers: { accept },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new RatesError(`The rate source answered ${response.status}`, "unreachable");
    }
    return await readCapped(
      response,
      MAX_BYTES,
      (message) => new RatesError(`The rate source ${message}`),
    );
  } catch (error) {
    throw error instanceof RatesError
      ? error
      : new RatesError("The rate source could not be read", "unreachable", error);
  }
}
