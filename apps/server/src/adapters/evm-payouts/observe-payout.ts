import type { EvmPayoutChain } from "../../platform/config/evm-payout-settings.ts";
import { requirementsOf } from "../evm/evm-amounts.policy.ts";
import type { EvmReceipt } from "../evm/evm-answers.ts";
import { TRANSFER_TOPIC } from "../evm/evm-source.ts";
import { RpcError } from "../evm/rpc-error.ts";
import type { EvmPayoutRow } from "./evm-payouts.repository.ts";
import { askFirst, type PayoutSource } from "./payout-chain.ts";

/** What the chain shows about a payout. */
export type ChainOutcome =
  /** No block contains any of its transactions, and its nonce may still be used. */
  | { readonly kind: "pending" }
  /** A block contains one, but the outcome is not final. */
  | { readonly kind: "mined"; readonly hash: string; readonly confirmations: number }
  | { readonly kind: "paid"; readonly hash: string; readonly confirmations: number }
  /** Final: the transaction was executed and reverted, so nothing was paid. */
  | { readonly kind: "reverted"; readonly hash: string; readonly confirmations: number }
  /** Final: another transaction used the nonce, so none of the payout's can ever be executed. */
  | { readonly kind: "nonce_used" }
  /** A transaction succeeded without transferring what it should: an operator has to look. */
  | { readonly kind: "unexpected"; readonly hash: string; readonly confirmations: number };

type Payout = Pick<EvmPayoutRow, "wallet" | "destination" | "amount_raw" | "amount_minor"> & {
  readonly nonce: number;
};

function topicOf(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
}

/** Returns whether a receipt shows exactly the payout's transfer. */
function showsTransfer(receipt: EvmReceipt, contract: string, payout: Payout): boolean {
  return receipt.logs.some(
    ({ address, topics, data }) =>
      address === contract &&
      topics.length === 3 &&
      topics[0] === TRANSFER_TOPIC &&
      topics[1] === topicOf(payout.wallet) &&
      topics[2] === topicOf(payout.destination) &&
      /^0x[0-9a-fA-F]{64}$/.test(data) &&
      BigInt(data) === BigInt(payout.amount_raw),
  );
}

/** Reads the receipt of whichever transaction was executed, and requires that its block stands. */
async function minedAt(
  source: PayoutSource,
  hashes: readonly string[],
): Promise<EvmReceipt | undefined> {
  const found = (await source.receipts(hashes)).filter((one) => one !== undefined);
  const [receipt] = found;
  if (receipt === undefined) {
    return undefined;
  }
  if (found.length > 1 || (await source.blockHash(receipt.blockNumber)) !== receipt.blockHash) {
    throw new RpcError("inconsistent", `${source.label}: a receipt contradicts the chain`);
  }
  return receipt;
}

/**
 * Requires that every source proves that a payout has not been and cannot be paid: one source that
 * lies or lags must not make the server return the money.
 */
async function allAgree(
  sources: readonly PayoutSource[],
  prove: (source: PayoutSource) => Promise<boolean>,
): Promise<boolean> {
  for (const source of sources) {
    if (!(await prove(source))) {
      return false;
    }
  }
  return sources.length > 0;
}

/** Returns whether a receipt's block is final at every source, where the same was reverted. */
function isReversionFinal(
  sources: readonly PayoutSource[],
  { transactionHash, blockHash, blockNumber }: EvmReceipt,
): Promise<boolean> {
  return allAgree(sources, async (source) => {
    const final = await source.blockNumber("finalized");
    const [receipt] = await source.receipts([transactionHash]);
    return (
      final !== undefined &&
      final >= blockNumber &&
      receipt?.status === "0x0" &&
      receipt.blockHash === blockHash
    );
  });
}

/** Returns whether at every source a final block's chain used the nonce for something else. */
function isNonceUsed(
  sources: readonly PayoutSource[],
  nonce: number,
  hashes: readonly string[],
): Promise<boolean> {
  return allAgree(sources, async (source) => {
    const final = await source.finalNonces();
    if (final === undefined || final.used <= nonce) {
      return false;
    }
    // Read after the nonce was: a receipt up to that block exists by now.
    return (await source.receipts(hashes)).every((receipt) => receipt === undefined);
  });
}

async function isPaidFor(
  chain: EvmPayoutChain,
  sources: readonly PayoutSource[],
  { payout, source, receipt }: { payout: Payout; source: PayoutSource; receipt: EvmReceipt },
  confirmations: number,
): Promise<boolean> {
  const needed = requirementsOf(chain, payout.amount_minor);
  if (confirmations < needed.confirmations) {
    return false;
  }
  if (needed.tag !== undefined) {
    const tagged = await source.blockNumber(needed.tag);
    if (tagged === undefined || tagged < receipt.blockNumber) {
      return false;
    }
  }
  if (!needed.needsSecond) {
    return true;
  }
  const others = sources.filter((other) => other !== source);
  const [second] = await askFirst(others, (other) => other.receipts([receipt.transactionHash]));
  return (
    second?.status === "0x1" &&
    second.blockHash === receipt.blockHash &&
    showsTransfer(second, chain.contract, payout)
  );
}

/**
 * Reads from the chain what became of a payout.
 *
 * @param hashes all its transactions that were signed
 * @throws RpcError if no source gave a usable answer
 */
export async function observePayout(
  chain: EvmPayoutChain,
  sources: readonly PayoutSource[],
  { payout, hashes }: { readonly payout: Payout; readonly hashes: readonly string[] },
): Promise<ChainOutcome> {
  const seen = await askFirst(sources, async (source) => {
    await source.check();
    const receipt = await minedAt(source, hashes);
    return { source, receipt, head: (await source.blockNumber("latest")) ?? 0 };
  });
  const { source, receipt } = seen;
  if (receipt === undefined) {
    const isUsed = await isNonceUsed(sources, payout.nonce, hashes);
    return { kind: isUsed ? "nonce_used" : "pending" };
  }
  const hash = receipt.transactionHash;
  const confirmations = Math.max(0, seen.head - receipt.blockNumber);
  if (receipt.status === "0x0") {
    const isFinal = await isReversionFinal(sources, receipt);
    return { kind: isFinal ? "reverted" : "mined", hash, confirmations };
  }
  if (!showsTransfer(receipt, chain.contract, payout)) {
    return { kind: "unexpected", hash, confirmations };
  }
  const mined = { payout, source, receipt };
  const isPaid = await isPaidFor(chain, sources, mined, confirmations);
  return { kind: isPaid ? "paid" : "mined", hash, confirmations };
}
