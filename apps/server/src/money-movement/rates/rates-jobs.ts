import { providers } from "../../adapters/providers/registry.ts";
import type { UsdtRate } from "../../adapters/rates/rates-provider.ts";
import type { AppContext } from "../../platform/context.ts";
import type { RateSource } from "./rate-source.ts";
import { ratesBook } from "./rates-book.ts";
import { usdcRateSource, usdtRateSource } from "./usdt-rate.ts";

/** Interval at which a source that has never responded is retried. */
const FIRST_RATES_MS = 30_000;
/** Interval at which the price of an asset is fetched. The price changes throughout the day. */
const ASSET_RATE_MS = 60_000;

interface Source {
  readonly hasAnswered: () => Promise<boolean>;
  readonly refresh: () => Promise<unknown>;
}

/**
 * Fetches from a source immediately and then repeatedly, but only until it has answered once. The
 * sandbox shows sample rates until then, which nothing is priced with.
 */
function startFirstRates({ jobs, log }: AppContext, name: string, book: Source): void {
  const askFirst = async () => {
    if (!(await book.hasAnswered())) {
      await book.refresh();
    }
  };
  askFirst().catch((error: unknown) => {
    log.warn({ err: error, task: name }, "no rates could be fetched at startup");
  });
  jobs.every(FIRST_RATES_MS, `${name}.first`, askFirst);
}

/** Fetches the price of an asset, immediately and then every minute. */
function startAssetRate(
  context: AppContext,
  name: string,
  source: RateSource<UsdtRate> | undefined,
): void {
  if (source === undefined) {
    return;
  }
  const hasAnswered = async () => (await source.known()) !== undefined;
  startFirstRates(context, name, { hasAnswered, refresh: () => source.refresh() });
  context.jobs.every(ASSET_RATE_MS, name, async () => {
    await source.refresh();
  });
}

/** Starts the jobs that fetch rates from live sources. */
export function startRatesJobs(context: AppContext): void {
  const { jobs } = context;
  const { rates, usdtRate, usdcRate } = context.use(providers);
  if (rates?.live === true) {
    const book = context.use(ratesBook);
    startFirstRates(context, "wallet.rates", book);
    // The bank publishes once a day, at no fixed time.
    jobs.hourly("wallet.rates", async () => {
      await book.refresh();
    });
  }
  if (usdtRate?.live === true) {
    startAssetRate(context, "wallet.usdt-rate", context.use(usdtRateSource));
  }
  if (usdcRate?.live === true) {
    startAssetRate(context, "wallet.usdc-rate", context.use(usdcRateSource));
  }
}
