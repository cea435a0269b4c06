import type { AppContext } from "../../platform/context.ts";
import { chainOf } from "./chain.ts";
import { expireDeposits } from "./expire-deposits.ts";
import { ratesOf } from "./rates-book.ts";
import { settleTransfers } from "./settle-transfers.ts";

const EXPIRY_MS = 1_000;
/** The bank publishes once a day, at no exact time. */
const RATES_MS = 3_600_000;

/** Blocks of the simulated chain, payments, expiries and rates, for as long as the server runs. */
export function startWalletJobs(context: AppContext): void {
  const { jobs, config } = context;
  jobs.every(config.chainBlockMs, "wallet.chain", async () => {
    if ((await settleTransfers(context)) > 0) {
      await chainOf(context).mine();
    }
  });
  jobs.every(EXPIRY_MS, "wallet.expire-deposits", async () => {
    await expireDeposits(context);
  });
  if (ratesOf(context).provider.live) {
    jobs.every(RATES_MS, "wallet.rates", async () => {
      await ratesOf(context).refresh();
    });
  }
}
