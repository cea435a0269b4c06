import type { AppContext } from "../../platform/context.ts";
import { expireDeposits } from "./expire-deposits.ts";
import { startChainPolling } from "./poll-chain.ts";

const EXPIRY_MS = 1_000;

/** Starts the jobs that process payments and expire deposits. */
export function startDepositJobs(context: AppContext): void {
  const { jobs } = context;
  startChainPolling(context);
  jobs.every(EXPIRY_MS, "wallet.expire-deposits", async () => {
    await expireDeposits(context);
  });
}
