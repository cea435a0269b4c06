import type { EvmChainSettings } from "../../platform/config/evm-settings.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import {
  addCount,
  type ChainRow,
  deleteBlocksOutside,
  type KnownBlock,
  lockChain,
  selectBlocks,
  updateChain,
} from "./evm-chains.repository.ts";
import type { EvmSource } from "./evm-source.ts";
import { hasTransfersAbove, retractAbove } from "./evm-transfers.repository.ts";
import { RpcError } from "./rpc-error.ts";

/** How many blocks are compared with one request. */
const COMPARED = 64;

/** Returns the newest block that we know and the source still has; undefined if there is none. */
async function commonAncestor(
  source: EvmSource,
  known: readonly KnownBlock[],
): Promise<KnownBlock | undefined> {
  for (let start = 0; start < known.length; start += COMPARED) {
    const some = known.slice(start, start + COMPARED);
    const blocks = await source.blocks(some.map(({ number }) => Number(number)));
    const place = blocks.findIndex((block, index) => block?.hash === some[index]?.hash);
    if (place !== -1) {
      return some[place];
    }
  }
  return undefined;
}

/**
 * Checks that no other source still has the block that this source lost: a server that lies, or is
 * on a fork of its own, must not take back what customers were credited.
 *
 * @param isMoving whether anything would be taken back, or the chain would halt. Then another
 * source has to answer, if there is one.
 * @throws RpcError `sources_disagree`, or `unreachable` if nothing may move before another answers
 */
async function requireAgreement(
  others: readonly EvmSource[],
  lost: KnownBlock,
  isMoving: boolean,
): Promise<void> {
  let answered = 0;
  for (const other of others) {
    let found: string | undefined;
    try {
      await other.check();
      const [block] = await other.blocks([Number(lost.number)]);
      found = block?.hash;
      answered += 1;
    } catch (error) {
      if (!(error instanceof RpcError)) {
        throw error;
      }
    }
    if (found === lost.hash) {
      throw new RpcError("sources_disagree", `${other.label} still has the block that was lost`);
    }
  }
  if (isMoving && others.length > 0 && answered === 0) {
    throw new RpcError("unreachable", "no other source confirms that a block was lost");
  }
}

/** Returns the lower of two heights, if the first one is known. */
function lower(known: bigint | null, height: bigint): bigint | null {
  return known !== null && known > height ? height : known;
}

/**
 * Follows a reorganization: goes back to the newest block that is still on the chain, and retracts
 * the transfers above it. If no block that we kept is on the chain any more, halts the chain until
 * an operator decides.
 *
 * @returns the chain as it is then; undefined if another server changed it
 * @throws RpcError
 */
export async function followReorganization(
  context: AppContext,
  settings: EvmChainSettings,
  { state, source, others }: { state: ChainRow; source: EvmSource; others: readonly EvmSource[] },
): Promise<ChainRow | undefined> {
  const { db, clock, log } = context;
  const { chain_id: chainId, scanned_to: tip } = state;
  const known = await selectBlocks(db.kysely, chainId, 0n);
  const lost = known[0];
  if (lost === undefined) {
    throw new Error(`chain ${chainId} has no stored block`);
  }
  const ancestor = await commonAncestor(source, known);
  const isMoving =
    ancestor === undefined ||
    (await hasTransfersAbove(db.kysely, { chainId, height: ancestor.number }));
  await requireAgreement(others, lost, isMoving);
  return inTransaction(db, async (tx) => {
    if (!(await lockChain(tx, state))) {
      return undefined;
    }
    const at = clock.now();
    const { network } = settings;
    if (ancestor === undefined) {
      const change = { halted: "reorganized_too_deeply" } as const;
      await updateChain(tx, chainId, change);
      log.error({ network, blocks: known.length }, "a chain was reorganized too deeply, and halts");
      return { ...state, ...change, revision: state.revision + 1n };
    }
    const height = ancestor.number;
    const retracted = await retractAbove(tx, { chainId, height, at });
    await deleteBlocksOutside(tx, chainId, { lowest: 0n, highest: height });
    await addCount(tx, chainId, { what: "reorganized", n: 1, at });
    await addCount(tx, chainId, { what: "retracted", n: retracted, at });
    const change = {
      scanned_to: height,
      safe_to: lower(state.safe_to, height),
      finalized_to: lower(state.finalized_to, height),
    };
    await updateChain(tx, chainId, change);
    log.warn({ network, depth: Number(tip - height), retracted }, "a chain was reorganized");
    return { ...state, ...change, revision: state.revision + 1n };
  });
}
