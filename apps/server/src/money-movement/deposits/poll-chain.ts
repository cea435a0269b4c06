import { watchCustodianFeed } from "../../adapters/custodian/watch-custodian-feed.ts";
import { providers } from "../../adapters/providers/registry.ts";
import type { AppContext } from "../../platform/context.ts";
import { settleTransfers } from "./settle-transfers.ts";

/** Interval at which a real chain provider is polled for transfers. */
const CHAIN_MS = 2_000;
const WATCH_MS = 60_000;

/** Starts polling for payments. The simulated chain mines a block after each poll. */
export function startChainPolling(context: AppContext): void {
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
    jobs.every(WATCH_MS, "wallet.custodian-feed", () => watchCustodianFeed(context));
  }
}
