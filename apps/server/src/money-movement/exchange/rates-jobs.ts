import { providers } from "../../adapters/providers/registry.ts";
import type { AppContext } from "../../platform/context.ts";
import { ratesBook } from "./rates-book.ts";
import { usdtRateSource } from "./usdt-rate.ts";

/** Interval of fetching the bank's rates, which are published once a day at no exact time. */
const RATES_MS = 3_600_000;
/** Interval of retrying a source that has never responded. */
const FIRST_RATES_MS = 30_000;
/** Interval of fetching the price of USDT, which changes all day. */
const USDT_RATE_MS = 60_000;

interface AskedRates {
  readonly name: string;
  readonly everyMs: number;
  readonly book: { known(): Promise<unknown>; refresh(): Promise<unknown> };
}

/**
 * Fetches from a source immediately and then regularly, more often while there are no rates at all.
 */
function startRates(context: AppContext, { name, everyMs, book }: AskedRates): void {
  const { jobs, log } = context;
  const askFirst = async () => {
    if ((await book.known()) === undefined) {
      await book.refresh();
    }
  };
  askFirst().catch((error: unknown) => {
    log.warn({ err: error, task: name }, "no rates could be fetched at startup");
  });
  jobs.every(Math.min(everyMs, FIRST_RATES_MS), `${name}.first`, askFirst);
  jobs.every(everyMs, name, async () => {
    await book.refresh();
  });
}

/** Starts the jobs that fetch rates, from the sources that change. */
export function startRatesJobs(context: AppContext): void {
  const { rates, usdtRate } = context.use(providers);
  if (rates?.live === true) {
    startRates(context, { name: "wallet.rates", everyMs: RATES_MS, book: context.use(ratesBook) });
  }
  const usdt = context.use(usdtRateSource);
  if (usdtRate?.live === true && usdt !== undefined) {
    startRates(context, { name: "wallet.usdt-rate", everyMs: USDT_RATE_MS, book: usdt });
  }
}
