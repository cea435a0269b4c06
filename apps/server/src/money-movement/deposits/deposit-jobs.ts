import type { AppContext } from "../../platform/context.ts";
import { expireDeposits } from "./expire-deposits.ts";
import { startChainPolling } from "./poll-chain.ts";
import { collectDepositDebts } from "./repay-deposit-debt.ts";

const EXPIRY_MS = 1_000;
const DEBTS_MS = 10_000;

/** Starts the jobs that process payments, expire deposits and collect debts. */
export function startDepositJobs(context: AppContext): void {
  const { jobs } = context;
  startChainPolling(context);
  jobs.every(EXPIRY_MS, "wallet.expire-deposits", async () => {
    await expireDeposits(context);
  });
  jobs.every(DEBTS_MS, "wallet.deposit-debts", () => collectDepositDebts(context));
}
