import { defineService } from "../../platform/service.ts";
import { createEvmRpc } from "./evm-rpc.ts";
import { createEvmSource } from "./evm-source.ts";
import { type ChainWatcher, watchChain } from "./watch-chain.ts";

/** The watchers of the configured chains; none if another provider finds the deposits. */
export const chainWatchers = defineService("chain watchers", (context): readonly ChainWatcher[] => {
  const { chain } = context.config;
  return chain.provider !== "evm"
    ? []
    : chain.chains.map((settings) => {
        const sources = settings.rpcUrls.map((url, place) => {
          const label = `${settings.network} source ${place + 1}`;
          return createEvmSource(
            settings,
            createEvmRpc({ url, label, batchSize: settings.batchSize }),
          );
        });
        return watchChain(context, settings, { sources });
      });
});
