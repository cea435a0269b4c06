import { MAX_AMOUNT_MINOR } from "@tessera/money";
import type { EvmChainSettings, EvmNetwork } from "../../platform/config/evm-settings.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { selectOwnAddresses } from "./evm-addresses.repository.ts";
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
  insertTransfers,
  type NewTransfer,
  positionOf,
  selectPositions,
} from "./evm-transfers.repository.ts";
import type { PlacedTransfer, Span } from "./read-span.ts";

/** How many addresses one statement looks up. */
const LOOKUP = 5_000;

/** A transfer to one of our addresses, with the network of the address's deposit. */
type OwnTransfer = PlacedTransfer & { readonly meant: EvmNetwork };

/** Returns the transfers to our addresses. */
async function ownTransfers(tx: Tx, transfers: readonly PlacedTransfer[]): Promise<OwnTransfer[]> {
  const addresses = [...new Set(transfers.map(({ address }) => address))];
  const own = new Map<string, EvmNetwork>();
  for (let start = 0; start < addresses.length; start += LOOKUP) {
    const found = await selectOwnAddresses(tx, addresses.slice(start, start + LOOKUP));
    for (const [address, network] of found) {
      own.set(address, network);
    }
  }
  return transfers.flatMap((transfer) => {
    const meant = own.get(transfer.address);
    return meant === undefined ? [] : [{ ...transfer, meant }];
  });
}

function rowOf(settings: EvmChainSettings, transfer: PlacedTransfer, at: Date): NewTransfer {
  const amountMinor = hundredthsOfRaw(transfer.amountRaw, settings.decimals);
  const { confirmations, tag, needsSecond } = requirementsOf(settings, amountMinor);
  return {
    chain_id: BigInt(settings.chainId),
    network: settings.network,
    contract: settings.contract,
    block_number: BigInt(transfer.blockNumber),
    block_hash: transfer.blockHash,
    transaction_hash: transfer.transactionHash,
    log_index: transfer.logIndex,
    place: transfer.place,
    address: transfer.address,
    sender: transfer.sender,
    amount_raw: transfer.amountRaw.toString(),
    amount_minor: amountMinor,
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

/** Stores new transfers to our addresses, and counts those that are not credited. */
async function storeTransfers(
  { log }: Pick<AppContext, "log">,
  tx: Tx,
  settings: EvmChainSettings,
  { transfers, tip, at }: { transfers: readonly PlacedTransfer[]; tip: bigint; at: Date },
): Promise<void> {
  const chainId = BigInt(settings.chainId);
  const own = await ownTransfers(tx, transfers);
  const rows: NewTransfer[] = [];
  const counts = { ignored_zero: 0, ignored_dust: 0, ignored_too_much: 0, other_network: 0 };
  for (const transfer of own) {
    const reason = ignoredAs(transfer.amountRaw, settings.decimals);
    // Blocks that are read again were counted the first time.
    const isNew = transfer.blockNumber > tip;
    if (reason !== undefined && isNew) {
      counts[`ignored_${reason}`] += 1;
    } else if (transfer.meant !== settings.network && isNew) {
      counts.other_network += 1;
    }
    // Dust is stored, with its exact amount: it is on the chain, at an address of ours.
    if (reason === undefined || reason === "dust") {
      rows.push(rowOf(settings, transfer, at));
    }
  }
  for (const [what, n] of Object.entries(counts)) {
    await addCount(tx, chainId, { what, n, at });
  }
  await insertTransfers(tx, rows);
  // If a server first left out a part of a transaction's logs, its other transfers were numbered
  // wrongly, and what was left out finds its number taken.
  const hashes = [...new Set(rows.map((row) => row.transaction_hash))];
  const stored = await selectPositions(tx, chainId, hashes);
  const lost = rows.filter((row) => !stored.has(positionOf(row)));
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
