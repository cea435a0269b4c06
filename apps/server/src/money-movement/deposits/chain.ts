import type { ChainProvider } from "../../adapters/chain/chain-provider.ts";
import type { SandboxChain } from "../../adapters/chain/sandbox-chain.ts";
import { providers } from "../../adapters/providers/registry.ts";
import { requireOffered } from "../../adapters/providers/require-offered.ts";
import type { AppContext } from "../../platform/context.ts";

/**
 * Returns the chain provider through which deposits arrive.
 *
 * @throws Refusal `not_offered` if no provider is configured
 */
export function chainOf(context: AppContext): ChainProvider {
  return requireOffered(context.use(providers).chain, "deposits");
}

/**
 * Returns the simulated chain, which sandbox calls use to send payments and mine blocks.
 *
 * @throws Refusal `not_offered` outside the sandbox, or with another chain provider
 */
export function sandboxChainOf(context: AppContext): SandboxChain {
  return requireOffered(context.use(providers).simulators?.chain, "simulated deposits");
}
