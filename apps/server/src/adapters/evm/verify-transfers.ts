import type { EvmChainSettings } from "../../platform/config/evm-settings.ts";
import type { AppContext } from "../../platform/context.ts";
import type { EvmReceipt } from "./evm-answers.ts";
import { addCount } from "./evm-chains.repository.ts";
import type { ReceiptSource } from "./evm-source.ts";
import { markVerified, type StoredTransfer, selectUnverified } from "./evm-transfers.repository.ts";
import { replaceRefuted } from "./replace-refuted.ts";
import { RpcError, type RpcFault } from "./rpc-error.ts";
import { readTransferLog } from "./transfer-logs.ts";

const MOST_AT_A_TIME = 500;

/** Returns whether a receipt contains exactly the transfer that was stored. */
function proves(receipt: EvmReceipt | undefined, transfer: StoredTransfer): boolean {
  const log = receipt?.logs.find(({ logIndex }) => logIndex === transfer.log_index);
  const read = log === undefined ? undefined : readTransferLog(log, transfer.contract);
  return (
    receipt?.status === "0x1" &&
    receipt.blockHash === transfer.block_hash &&
    read?.transactionHash === transfer.transaction_hash &&
    read.blockHash === transfer.block_hash &&
    read.address === transfer.address &&
    read.sender === transfer.sender &&
    read.amountRaw === BigInt(transfer.amount_raw)
  );
}

type Receipts = ReadonlyMap<string, EvmReceipt | undefined>;

/** Reads the receipts of some transfers' transactions. */
async function receiptsOf(
  source: ReceiptSource,
  transfers: readonly StoredTransfer[],
): Promise<Receipts> {
  const hashes = [...new Set(transfers.map(({ transaction_hash: hash }) => hash))];
  const receipts = await source.receipts(hashes);
  return new Map(hashes.map((hash, place) => [hash, receipts[place]]));
}

/** Returns the ids of the transfers that receipts prove. */
function provenIn(receipts: Receipts, transfers: readonly StoredTransfer[]): Set<bigint> {
  return new Set(
    transfers
      .filter((transfer) => proves(receipts.get(transfer.transaction_hash), transfer))
      .map(({ id }) => id),
  );
}

/** Returns whether receipts have a transfer's transaction in its block, but not the transfer. */
function refutes(receipts: Receipts, transfer: StoredTransfer): boolean {
  const receipt = receipts.get(transfer.transaction_hash);
  return receipt?.blockHash === transfer.block_hash && !proves(receipt, transfer);
}

/**
 * Replaces those of some unproven transfers that the receipts of a source contradict, and those of
 * another one, too, if there are others.
 */
async function replaceThose(
  context: AppContext,
  settings: EvmChainSettings,
  given: {
    readonly unproven: readonly StoredTransfer[];
    readonly receipts: Receipts;
    readonly others: readonly ReceiptSource[];
  },
): Promise<void> {
  const { unproven, receipts, others } = given;
  let refuted = unproven.filter((transfer) => refutes(receipts, transfer));
  if (refuted.length > 0 && others.length > 0) {
    const answers: Receipts[] = [];
    for (const other of others) {
      try {
        await other.check();
        answers.push(await receiptsOf(other, refuted));
      } catch (error) {
        if (!(error instanceof RpcError)) {
          throw error;
        }
      }
    }
    refuted = refuted.filter(
      (transfer) =>
        answers.some((answer) => refutes(answer, transfer)) &&
        !answers.some((answer) => proves(answer.get(transfer.transaction_hash), transfer)),
    );
  }
  for (const transfer of refuted) {
    const receipt = receipts.get(transfer.transaction_hash);
    if (receipt !== undefined) {
      await replaceRefuted(context, settings, { transfer, receipt });
    }
  }
}

/** Returns the tagged blocks of a source that a transfer waits for. */
async function taggedBy(
  source: ReceiptSource,
  transfers: readonly StoredTransfer[],
): Promise<ReadonlyMap<string, number>> {
  const tags = new Set(transfers.flatMap(({ tag_required: tag }) => tag ?? []));
  const heights = new Map<string, number>();
  for (const tag of tags) {
    heights.set(tag, (await source.tagged(tag)) ?? -1);
  }
  return heights;
}

/**
 * Returns the ids of the transfers that any of the other sources proves: by its receipt, and by its
 * own safe or finalized block if the transfer has to wait for one.
 */
async function provenByOthers(
  others: readonly ReceiptSource[],
  transfers: readonly StoredTransfer[],
): Promise<{ readonly proven: Set<bigint>; readonly answered: number }> {
  const proven = new Set<bigint>();
  let answered = 0;
  for (const other of others) {
    const left = transfers.filter(({ id }) => !proven.has(id));
    if (left.length === 0) {
      break;
    }
    try {
      await other.check();
      const heights = await taggedBy(other, left);
      const isFinal = ({ tag_required: tag, block_number: block }: StoredTransfer) =>
        tag === null || block <= BigInt(heights.get(tag) ?? -1);
      const final = left.filter(isFinal);
      for (const id of provenIn(await receiptsOf(other, final), final)) {
        proven.add(id);
      }
      answered += 1;
    } catch (error) {
      if (!(error instanceof RpcError)) {
        throw error;
      }
    }
  }
  return { proven, answered };
}

interface Sources {
  readonly source: ReceiptSource;
  readonly others: readonly ReceiptSource[];
  /** How many transfers are verified at a time. */
  readonly pageSize?: number;
}

/** Verifies some transfers. Returns how many were withheld, by reason. */
async function verifySome(
  context: AppContext,
  settings: EvmChainSettings,
  { waiting, source, others }: Sources & { readonly waiting: readonly StoredTransfer[] },
): Promise<Map<RpcFault, number>> {
  const { db, clock, log } = context;
  const receipts = await receiptsOf(source, waiting);
  const first = provenIn(receipts, waiting);
  const unproven = waiting.filter(({ id }) => !first.has(id));
  await replaceThose(context, settings, { unproven, receipts, others });
  const asked = waiting.filter(({ id, needs_second: needs }) => needs && first.has(id));
  const { proven: second, answered } = await provenByOthers(others, asked);
  const isVerified = ({ id, needs_second: needs }: StoredTransfer) =>
    first.has(id) && (!needs || second.has(id));
  const verified = waiting.filter(isVerified).map(({ id }) => id);
  await markVerified(db.kysely, verified, clock.now());
  const withheld = new Map<RpcFault, number>();
  for (const transfer of waiting.filter((one) => !isVerified(one))) {
    const ofSecond = answered > 0 ? "sources_disagree" : "unreachable";
    const reason = first.has(transfer.id) ? ofSecond : "inconsistent";
    withheld.set(reason, (withheld.get(reason) ?? 0) + 1);
    log.warn(
      { network: transfer.network, transaction: transfer.transaction_hash, reason },
      "a transfer has its confirmations, but is not proven",
    );
  }
  return withheld;
}

/**
 * Verifies the transfers that have their confirmations: by their receipts, and above the configured
 * amount by those of a second source. Others are not credited, but asked about again. Any number of
 * them delays no later transfer.
 *
 * @throws RpcError if the source gives no answer
 */
export async function verifyTransfers(
  context: AppContext,
  settings: EvmChainSettings,
  sources: Sources,
): Promise<void> {
  const { pageSize: limit = MOST_AT_A_TIME } = sources;
  const { db, clock } = context;
  const chainId = BigInt(settings.chainId);
  let after: bigint | undefined;
  for (;;) {
    const waiting = await selectUnverified(db.kysely, { chainId, limit, after });
    const withheld =
      waiting.length === 0 ? [] : await verifySome(context, settings, { ...sources, waiting });
    for (const [what, n] of withheld) {
      await addCount(db.kysely, chainId, { what, n, at: clock.now() });
    }
    if (waiting.length < limit) {
      return;
    }
    after = waiting.at(-1)?.id;
  }
}
