import { MAX_AMOUNT_MINOR } from "@tessera/money";
import type { EvmChainSettings, EvmToken } from "../../platform/config/evm-settings.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { ChainEvent } from "./chain-events.ts";
import { type Expected, selectOwnAddresses } from "./evm-addresses.repository.ts";
import { hundredthsOfRaw, requirementsOf } from "./evm-amounts.policy.ts";
import {
  addCount,
  type ChainRow,
  deleteBlocksOutside,
  insertBlocks,
  lockChain,
  updateChain,
} from "./evm-chains.repository.ts";
import {
  identityOf,
  insertTransfers,
  type NewTransfer,
  selectIdentities,
} from "./evm-transfers.repository.ts";
import type { PlacedTransfer, Span } from "./read-span.ts";

/** A transfer to one of our addresses, with what the address's deposit expects. */
type OwnTransfer = PlacedTransfer & { readonly meant: Expected };

/** Returns the transfers to our addresses. */
async function ownTransfers(tx: Tx, transfers: readonly PlacedTransfer[]): Promise<OwnTransfer[]> {
  const addresses = [...new Set(transfers.map(({ address }) => address))];
  const own = await selectOwnAddresses(tx, addresses);
  return transfers.flatMap((transfer) => {
    const meant = own.get(transfer.address);
    return meant === undefined ? [] : [{ ...transfer, meant }];
  });
}

function tokenOf({ tokens }: EvmChainSettings, { contract }: PlacedTransfer): EvmToken {
  const token = tokens.find((one) => one.contract === contract);
  if (token === undefined) {
    throw new Error(`a transfer of ${contract} was read, which is not configured`);
  }
  return token;
}

function rowOf(settings: EvmChainSettings, transfer: PlacedTransfer, at: Date): NewTransfer {
  const { asset, decimals } = tokenOf(settings, transfer);
  const amountMinor = hundredthsOfRaw(transfer.amountRaw, decimals);
  const { confirmations, tag, needsSecond } = requirementsOf(settings, amountMinor);
  return {
    chain_id: BigInt(settings.chainId),
    network: settings.network,
    asset,
    contract: transfer.contract,
    block_number: BigInt(transfer.blockNumber),
    block_hash: transfer.blockHash,
    transaction_hash: transfer.transactionHash,
    log_index: transfer.logIndex,
    place: transfer.place,
    address: transfer.address,
    sender: transfer.sender,
    amount_raw: transfer.amountRaw.toString(),
    // An amount that no account can have is stored in full, and is not credited.
    amount_minor: amountMinor > MAX_AMOUNT_MINOR ? 0n : amountMinor,
    confirmations_required: confirmations,
    tag_required: tag ?? null,
    needs_second: needsSecond,
    seen_at: at,
  };
}

/** Returns why a transfer to one of our addresses cannot be credited, if it cannot. */
function ignoredAs(amountRaw: bigint, decimals: number): "zero" | "dust" | "too_much" | undefined {
  const amountMinor = hundredthsOfRaw(amountRaw, decimals);
  if (amountRaw === 0n) {
    return "zero";
  }
  if (amountMinor === 0n) {
    return "dust";
  }
  return amountMinor > MAX_AMOUNT_MINOR ? "too_much" : undefined;
}

/** Returns what is counted about a transfer, if anything. */
function eventOf(settings: EvmChainSettings, transfer: OwnTransfer): ChainEvent | undefined {
  const { asset, decimals, isDeposited } = tokenOf(settings, transfer);
  const reason = ignoredAs(transfer.amountRaw, decimals);
  if (reason !== undefined) {
    return `ignored_${reason}`;
  }
  if (transfer.meant.network !== settings.network) {
    return "other_network";
  }
  return isDeposited && asset === transfer.meant.asset ? undefined : "other_token";
}

/**
 * Returns the rows of transfers to our addresses. Dust is stored, with its exact amount: it is on
 * the chain, at an address of ours.
 */
function rowsOf(
  settings: EvmChainSettings,
  own: readonly PlacedTransfer[],
  at: Date,
): NewTransfer[] {
  return own
    .filter(({ amountRaw }) => amountRaw > 0n)
    .map((transfer) => rowOf(settings, transfer, at));
}

/** Stores those of some transfers that go to our addresses, without counting anything. */
export async function storeOwn(
  tx: Tx,
  settings: EvmChainSettings,
  { transfers, at }: { readonly transfers: readonly PlacedTransfer[]; readonly at: Date },
): Promise<void> {
  await insertTransfers(tx, rowsOf(settings, await ownTransfers(tx, transfers), at));
}

/**
 * Stores new transfers to our addresses, and counts those that are not credited by themselves.
 *
 * @param given.tip the block up to which transfers were counted before
 */
export async function storeTransfers(
  { log }: Pick<AppContext, "log">,
  tx: Tx,
  settings: EvmChainSettings,
  { transfers, tip, at }: { transfers: readonly PlacedTransfer[]; tip: bigint; at: Date },
): Promise<void> {
  const chainId = BigInt(settings.chainId);
  const own = await ownTransfers(tx, transfers);
  const counts = new Map<ChainEvent, number>();
  for (const transfer of own) {
    const what = eventOf(settings, transfer);
    // Blocks that are read again were counted the first time.
    if (what !== undefined && transfer.blockNumber > tip) {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  }
  for (const [what, n] of counts) {
    await addCount(tx, chainId, { what, n, at });
  }
  const rows = rowsOf(settings, own, at);
  await insertTransfers(tx, rows);
  // What finds another transfer at its place contradicts what was read before. Receipts decide.
  const hashes = [...new Set(rows.map((row) => row.transaction_hash))];
  const stored = await selectIdentities(tx, chainId, hashes);
  const lost = rows.filter((row) => !stored.has(identityOf(row)));
  for (const { transaction_hash: transaction } of lost) {
    log.error({ network: settings.network, transaction }, "a transfer contradicts a stored one");
  }
  await addCount(tx, chainId, { what: "contradictory", n: lost.length, at });
}

/**
 * Stores blocks, the transfers to our addresses, and how far the chain was read, in one
 * transaction. Stores nothing if another server has changed the chain meanwhile.
 *
 * @returns the chain as it is then; undefined if nothing was stored
 */
export function storeSpan(
  context: AppContext,
  settings: EvmChainSettings,
  { state, span, head }: { state: ChainRow; span: Span; head: number },
): Promise<ChainRow | undefined> {
  const { db, clock } = context;
  const { chain_id: chainId, scanned_to: tip } = state;
  return inTransaction(db, async (tx) => {
    if (!(await lockChain(tx, state))) {
      return undefined;
    }
    const at = clock.now();
    const last = span.blocks.at(-1);
    const scannedTo = last === undefined ? tip : BigInt(last.number);
    await insertBlocks(tx, chainId, span.blocks);
    await deleteBlocksOutside(tx, chainId, {
      lowest: scannedTo - BigInt(settings.keepBlocks),
      highest: scannedTo,
    });
    await storeTransfers(context, tx, settings, { transfers: span.transfers, tip, at });
    const change = { scanned_to: scannedTo, head: BigInt(head), advanced_at: at };
    await updateChain(tx, chainId, change);
    return { ...state, ...change, revision: state.revision + 1n };
  });
}
