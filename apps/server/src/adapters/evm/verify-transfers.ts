import type { EvmChainSettings } from "../../platform/config/evm-settings.ts";
import type { AppContext } from "../../platform/context.ts";
import type { EvmReceipt } from "./evm-answers.ts";
import { addCount } from "./evm-chains.repository.ts";
import type { EvmSource } from "./evm-source.ts";
import { markVerified, type StoredTransfer, selectUnverified } from "./evm-transfers.repository.ts";
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

/** Returns the ids of the transfers that a source's receipts prove. */
async function provenBy(
  source: EvmSource,
  transfers: readonly StoredTransfer[],
): Promise<Set<bigint>> {
  const hashes = [...new Set(transfers.map(({ transaction_hash: hash }) => hash))];
  const receipts = await source.receipts(hashes);
  const byHash = new Map(hashes.map((hash, place) => [hash, receipts[place]]));
  return new Set(
    transfers
      .filter((transfer) => proves(byHash.get(transfer.transaction_hash), transfer))
      .map(({ id }) => id),
  );
}

/** Returns the ids of the transfers that any of the other sources proves. */
async function provenByOthers(
  others: readonly EvmSource[],
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
      for (const id of await provenBy(other, left)) {
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

/**
 * Verifies the transfers that have their confirmations: by their receipts, and above the configured
 * amount by those of a second source. Others are not credited, but asked about again.
 *
 * @throws RpcError if the source gives no answer
 */
export async function verifyTransfers(
  context: AppContext,
  settings: EvmChainSettings,
  { source, others }: { source: EvmSource; others: readonly EvmSource[] },
): Promise<void> {
  const { db, clock, log } = context;
  const chainId = BigInt(settings.chainId);
  const waiting = await selectUnverified(db.kysely, chainId, MOST_AT_A_TIME);
  if (waiting.length === 0) {
    return;
  }
  const first = await provenBy(source, waiting);
  const asked = waiting.filter(({ id, needs_second: needs }) => needs && first.has(id));
  const { proven: second, answered } = await provenByOthers(others, asked);
  const isVerified = ({ id, needs_second: needs }: StoredTransfer) =>
    first.has(id) && (!needs || second.has(id));
  const at = clock.now();
  await markVerified(
    db.kysely,
    waiting.filter(isVerified).map(({ id }) => id),
    at,
  );
  const withheld = waiting.filter((transfer) => !isVerified(transfer));
  for (const transfer of withheld) {
    const what: RpcFault = !first.has(transfer.id)
      ? "inconsistent"
      : answered > 0
        ? "sources_disagree"
        : "unreachable";
    await addCount(db.kysely, chainId, { what, n: 1, at });
    log.error(
      { network: settings.network, transaction: transfer.transaction_hash, reason: what },
      "a transfer has its confirmations, but is not proven",
    );
  }
}
