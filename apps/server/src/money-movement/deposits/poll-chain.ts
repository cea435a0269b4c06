import { watchCustodianFeed } from "../../adapters/custodian/watch-custodian-feed.ts";
import { chainWatchers } from "../../adapters/evm/chain-watchers.ts";
import { providers } from "../../adapters/providers/registry.ts";
import type { AppContext } from "../../platform/context.ts";
import { settleTransfers } from "./settle-transfers.ts";

/** Interval at which a real chain provider is polled for transfers. */
const CHAIN_MS = 2_000;
const WATCH_MS = 60_000;

/** Returns the interval at which payments are credited, and the server itself reads chains. */
function pollMs({ config: { chain } }: AppContext): number {
  return chain.provider === "evm" ? chain.pollMs : CHAIN_MS;
}

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
    jobs.every(pollMs(context), "wallet.chain", async () => {
      await settleTransfers(context);
    });
    jobs.every(WATCH_MS, "wallet.custodian-feed", () => watchCustodianFeed(context));
    for (const watcher of context.use(chainWatchers)) {
      const name = `wallet.chain-${watcher.network.toLowerCase()}`;
      const everyMs = watcher.everyMs ?? pollMs(context);
      jobs.every(everyMs, name, (stopping) => watcher.advance(stopping));
    }
  }
}
