import type { TronSettings } from "../../platform/config/tron-settings.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { type DueAddress, setDue } from "../evm/evm-addresses.repository.ts";
import type { EvmReceipt } from "../evm/evm-answers.ts";
import { selectTransactions } from "../evm/evm-transfers.repository.ts";
import type { PlacedTransfer } from "../evm/read-span.ts";
import { transfersIn } from "../evm/require-whole.ts";
import { RpcError } from "../evm/rpc-error.ts";
import { storeTransfers } from "../evm/store-span.ts";
import { listingInterval } from "./listing-interval.policy.ts";
import type { ListedTransaction, TronSource } from "./tron-source.ts";

/**
 * How far before the newest transaction an address is listed again: a block is solid after a
 * minute, indexes lag behind, and the times in a list are not proven.
 */
const OVERLAP_MS = 600_000;
/** More than any block has. Counts every transfer. */
const NONE_COUNTED = -1n;

interface Found {
  readonly transaction: ListedTransaction;
  readonly receipt: EvmReceipt | undefined;
}

/** Returns the transfers of a transaction that did not fail. */
function transfersOf(receipt: EvmReceipt, { tokens }: TronSettings): readonly PlacedTransfer[] {
  const contracts = new Set(tokens.map(({ contract }) => contract));
  return receipt.status === "0x1" ? transfersIn(receipt, contracts) : [];
}

/** Lists the transactions that pay an address and are not stored yet, with what each one did. */
async function findNew(
  { db }: AppContext,
  { chainId }: TronSettings,
  { source, due }: { readonly source: TronSource; readonly due: DueAddress },
): Promise<Found[]> {
  const from = Math.max(due.createdAt.getTime(), due.readToMs) - OVERLAP_MS;
  const listed = new Map(
    (await source.paymentsTo(due.address, from)).map((one) => [one.hash, one]),
  );
  const stored = await selectTransactions(db.kysely, BigInt(chainId), [...listed.keys()]);
  const unknown = [...listed.values()].filter(({ hash }) => !stored.has(hash));
  const receipts = await source.receipts(unknown.map(({ hash }) => hash));
  return unknown.map((transaction, place) => ({ transaction, receipt: receipts[place] }));
}

/**
 * Reads the transfers to an address since they were read last, and stores those that their
 * transactions contain. A transaction that the node does not know yet is asked for again.
 *
 * @throws RpcError; `inconsistent` if a listed transaction is not known, or pays something else
 */
export async function readPayments(
  context: AppContext,
  settings: TronSettings,
  given: { readonly source: TronSource; readonly due: DueAddress },
): Promise<void> {
  const { db, clock } = context;
  const { source, due } = given;
  const found = await findNew(context, settings, given);
  const missing = found.filter(({ receipt }) => receipt === undefined);
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    for (const { transaction, receipt } of found) {
      const transfers = receipt === undefined ? [] : transfersOf(receipt, settings);
      // What is listed again was counted the first time.
      const isCounted = transaction.timestamp <= due.readToMs;
      const tip = isCounted ? BigInt(receipt?.blockNumber ?? 0) : NONE_COUNTED;
      await storeTransfers(context, tx, settings, { transfers, tip, at });
    }
    // Infinity if nothing is missing.
    const earliest = Math.min(...missing.map(({ transaction }) => transaction.timestamp - 1));
    const latest = Math.max(due.readToMs, ...found.map(({ transaction }) => transaction.timestamp));
    // A time that has not come yet would hide the payments until then.
    const readToMs = Math.min(latest, earliest, at.getTime());
    // Another server is asked at once for what this one lacks.
    const ageMs = at.getTime() - due.createdAt.getTime();
    const interval = missing.length > 0 ? 0 : listingInterval(ageMs);
    await setDue(tx, due.address, {
      dueAt: new Date(at.getTime() + interval),
      readToMs: Math.max(0, readToMs),
    });
  });
  if (missing.length > 0) {
    throw new RpcError("inconsistent", `${source.label} lists a transaction that it does not know`);
  }
}
