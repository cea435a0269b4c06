import { providers } from "../../adapters/providers/registry.ts";
import type { AppContext } from "../../platform/context.ts";
import { expireDeposits } from "./expire-deposits.ts";
import { settleTransfers } from "./settle-transfers.ts";

const EXPIRY_MS = 1_000;
/** Interval at which a real chain provider is polled for transfers. */
const CHAIN_MS = 2_000;

/** Starts polling for payments. The simulated chain mines a block after each poll. */
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

/** Starts the jobs that process payments and expire deposits. */
export function startDepositJobs(context: AppContext): void {
  const { jobs } = context;
  startChainJob(context);
  jobs.every(EXPIRY_MS, "wallet.expire-deposits", async () => {
    await expireDeposits(context);
  });
}
