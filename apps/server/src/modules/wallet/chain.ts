import type { AppContext } from "../../platform/context.ts";
import { type SandboxChain, sandboxChain } from "../../providers/chain/sandbox-chain.ts";

const chains = new WeakMap<AppContext, SandboxChain>();

/** The chain deposits arrive on. There is the simulated one so far. */
export function chainOf(context: AppContext): SandboxChain {
  let chain = chains.get(context);
  if (chain === undefined) {
    chain = sandboxChain(context);
    chains.set(context, chain);
  }
  return chain;
}
