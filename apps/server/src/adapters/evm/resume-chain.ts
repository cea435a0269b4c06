import type { EvmChainSettings } from "../../platform/config/evm-settings.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import {
  addCount,
  deleteBlocksOutside,
  insertBlocks,
  lockChain,
  selectChain,
  updateChain,
} from "./evm-chains.repository.ts";
import type { EvmSource } from "./evm-source.ts";
import { retractAbove } from "./evm-transfers.repository.ts";
import { RpcError } from "./rpc-error.ts";

/** Thrown if a chain cannot be resumed at a block, with what to do. */
export class NotResumableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NotResumableError";
  }
}

/**
 * Resumes a halted chain at a block that is certainly on it: everything after the block is
 * retracted and read again.
 *
 * @returns the number of transfers that are taken back unless they are found again
 * @throws NotResumableError, RpcError
 */
export async function resumeChain(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  { chainId: id, network }: EvmChainSettings,
  { source, number }: { readonly source: EvmSource; readonly number: number },
): Promise<number> {
  const chainId = BigInt(id);
  await source.check();
  const [block] = await source.blocks([number]);
  if (block === undefined) {
    throw new RpcError("older_head", `${source.label} does not have block ${number}`);
  }
  return inTransaction(db, async (tx) => {
    const state = await selectChain(tx, chainId);
    if (state?.halted == null) {
      throw new NotResumableError(`The chain of ${network} is not halted.`);
    }
    if (BigInt(number) > state.scanned_to) {
      throw new NotResumableError(`It was read up to block ${state.scanned_to}; name one before.`);
    }
    if (!(await lockChain(tx, state))) {
      throw new NotResumableError("The chain changed meanwhile. Try again.");
    }
    const at = clock.now();
    const height = BigInt(number);
    const retracted = await retractAbove(tx, { chainId, height, at });
    await addCount(tx, chainId, { what: "retracted", n: retracted, at });
    // No stored block is known to be on the chain, except for the one that the operator names.
    await deleteBlocksOutside(tx, chainId, { lowest: 1n, highest: 0n });
    await insertBlocks(tx, chainId, [block]);
    await updateChain(tx, chainId, { scanned_to: height, halted: null });
    return retracted;
  });
}
