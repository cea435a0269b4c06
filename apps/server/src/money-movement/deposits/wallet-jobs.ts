import { providers } from "../../adapters/providers/registry.ts";
import type { AppContext } from "../../platform/context.ts";
import { ratesBook, usdtRateSource } from "../exchange/index.ts";
import { expireDeposits } from "./expire-deposits.ts";
import { settleTransfers } from "./settle-transfers.ts";

const EXPIRY_MS = 1_000;
/** How often a real chain provider is polled for transfers. */
const CHAIN_MS = 2_000;
/** The bank publishes once a day, at no exact time. */
const RATES_MS = 3_600_000;
/** How often a source that has never responded is retried. */
const FIRST_RATES_MS = 30_000;
/** The price of USDT moves all day. */
const USDT_RATE_MS = 60_000;

/** Starts polling for payments; the simulated chain gets a block after each poll. */
function startChainJob(context: AppContext): void {
  const { jobs, config } = context;
  const { chain, simulators } = context.use(providers);
  const simulator = simulators?.chain;
  if (simulator !== undefined) {
    jobs.every(config.chainBlockMs, "wallet.sandbox-chain", async () => {
      if ((await settleTransfers(context)) > 0) {
        await simulator.mine();
      }
    });
  } else if (chain !== undefined) {
    jobs.every(CHAIN_MS, "wallet.chain", async () => {
      await settleTransfers(context);
    });
  }
}

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

/** Starts the jobs for payments, expiries and rates. */
export function startWalletJobs(context: AppContext): void {
  const { jobs } = context;
  startChainJob(context);
  jobs.every(EXPIRY_MS, "wallet.expire-deposits", async () => {
    await expireDeposits(context);
  });
  const { rates, usdtRate } = context.use(providers);
  if (rates?.live === true) {
    startRates(context, { name: "wallet.rates", everyMs: RATES_MS, book: context.use(ratesBook) });
  }
  const usdt = context.use(usdtRateSource);
  if (usdtRate?.live === true && usdt !== undefined) {
    startRates(context, { name: "wallet.usdt-rate", everyMs: USDT_RATE_MS, book: usdt });
  }
}
