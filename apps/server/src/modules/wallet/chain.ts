import type { AppContext } from "../../platform/context.ts";
import type { ChainProvider } from "../../providers/chain/chain-provider.ts";
import type { SandboxChain } from "../../providers/chain/sandbox-chain.ts";
import { providersOf } from "../../providers/registry.ts";
import { requireOffered } from "../../providers/require-offered.ts";

/**
 * Returns the chain that deposits arrive on.
 *
 * @throws Refusal `not_offered` where no provider is set
 */
export function chainOf(context: AppContext): ChainProvider {
  return requireOffered(providersOf(context).chain, "deposits");
}

/**
 * Returns the simulated chain, on which the sandbox's calls pay and mine.
 *
 * @throws Refusal `not_offered` outside of the sandbox, or with another chain provider
 */
export function sandboxChainOf(context: AppContext): SandboxChain {
  return requireOffered(providersOf(context).simulators?.chain, "simulated deposits");
}
