import type { EvmSettings } from "../../platform/config/evm-settings.ts";
import type { AppContext } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";
import { createTronClient } from "../tron/tron-client.ts";
import { createTronSource } from "../tron/tron-source.ts";
import { watchTron } from "../tron/watch-tron.ts";
import { createEvmRpc } from "./evm-rpc.ts";
import { createEvmSource } from "./evm-source.ts";
import { type ChainWatcher, watchChain } from "./watch-chain.ts";

function evmWatchers(context: AppContext, { chains }: EvmSettings): ChainWatcher[] {
  return chains.map((settings) => {
    const sources = settings.rpcUrls.map((url, place) => {
      const label = `${settings.network} source ${place + 1}`;
      return createEvmSource(settings, createEvmRpc({ url, label, batchSize: settings.batchSize }));
    });
    return watchChain(context, settings, { sources });
  });
}

function tronWatcher(context: AppContext, { tron }: EvmSettings): ChainWatcher[] {
  if (tron === undefined) {
    return [];
  }
  const sources = tron.servers.map((server, place) => {
    const label = `${tron.network} source ${place + 1}`;
    return createTronSource(tron, createTronClient({ ...server, label }));
  });
  return [watchTron(context, tron, { sources })];
}

/** The watchers of the configured chains; none if another provider finds the deposits. */
export const chainWatchers = defineService("chain watchers", (context): readonly ChainWatcher[] => {
  const { chain } = context.config;
  return chain.provider === "evm"
    ? [...evmWatchers(context, chain), ...tronWatcher(context, chain)]
    : [];
});
