import type { Fees } from "@tessera/payout-signing";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { EvmPayoutTables } from "./evm-payouts.tables.ts";
import type { WalletName } from "./evm-wallets.repository.ts";

export type EvmPayoutRow = Selectable<EvmPayoutTables["evm_payout"]>;
export type TransactionRow = Selectable<EvmPayoutTables["evm_payout_transaction"]>;

/** A transaction that the signer has signed. */
export interface SignedTransaction {
  readonly hash: string;
  readonly serialized: string;
}

function tables(tx: Tx) {
  return tx.withTables<EvmPayoutTables>();
}

/** Inserts a payout, unless it exists. */
export async function insertPayout(
  tx: Tx,
  row: Insertable<EvmPayoutTables["evm_payout"]>,
): Promise<void> {
  await tables(tx)
    .insertInto("evm_payout")
    .values(row)
    .onConflict((on) => on.column("id").doNothing())
    .execute();
}

export function selectPayout(tx: Tx, id: string): Promise<EvmPayoutRow | undefined> {
  return tables(tx).selectFrom("evm_payout").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Selects the wallet's payouts that have not ended: those with a nonce in order, then by age. */
export function selectOpenPayouts(tx: Tx, name: WalletName): Promise<EvmPayoutRow[]> {
  return tables(tx)
    .selectFrom("evm_payout")
    .selectAll()
    .where("chain_id", "=", name.chain_id)
    .where("wallet", "=", name.address)
    .where("ended_at", "is", null)
    .orderBy(sql`nonce nulls last`)
    .orderBy("received_at")
    .orderBy("id")
    .execute();
}

/** Gives a waiting payout its nonce. Returns false if it does not wait any more. */
export async function assignNonce(tx: Tx, id: string, nonce: bigint): Promise<boolean> {
  const result = await tables(tx)
    .updateTable("evm_payout")
    .set({ state: "assigned", nonce, reason: null })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Takes the nonce back from a payout for which nothing was signed, as the signer has said, so that
 * it waits or is declined.
 */
export async function releaseNonce(
  tx: Tx,
  id: string,
  { reason, declinedAt }: { readonly reason: string; readonly declinedAt: Date | undefined },
): Promise<void> {
  await tables(tx).deleteFrom("evm_payout_transaction").where("payout_id", "=", id).execute();
  await tables(tx)
    .updateTable("evm_payout")
    .set({
      state: declinedAt === undefined ? "waiting" : "declined",
      nonce: null,
      reason,
      ended_at: declinedAt ?? null,
    })
    .where("id", "=", id)
    .where("state", "=", "assigned")
    .execute();
}

/** Records why a waiting payout waits. */
export async function setWaitingReason(tx: Tx, id: string, reason: string): Promise<void> {
  await tables(tx)
    .updateTable("evm_payout")
    .set({ reason })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("reason", "is distinct from", reason)
    .execute();
}

/** Replaces the nonce of a payout by the one that it was signed with before. */
export async function adoptNonce(tx: Tx, id: string, nonce: bigint): Promise<void> {
  await tables(tx).deleteFrom("evm_payout_transaction").where("payout_id", "=", id).execute();
  await tables(tx)
    .updateTable("evm_payout")
    .set({ nonce })
    .where("id", "=", id)
    .where("state", "=", "assigned")
    .execute();
}

export function selectTransactions(tx: Tx, payoutId: string): Promise<TransactionRow[]> {
  return tables(tx)
    .selectFrom("evm_payout_transaction")
    .selectAll()
    .where("payout_id", "=", payoutId)
    .orderBy("attempt")
    .execute();
}

/** Records a transaction before the signer is asked for it. */
export async function insertTransaction(
  tx: Tx,
  row: { readonly payoutId: string; readonly attempt: number; readonly at: Date },
  fees: Pick<Fees, "gasLimit" | "maxFeePerGas" | "maxPriorityFeePerGas">,
): Promise<void> {
  await tables(tx)
    .insertInto("evm_payout_transaction")
    .values({
      payout_id: row.payoutId,
      attempt: row.attempt,
      gas_limit: fees.gasLimit,
      max_fee_per_gas: fees.maxFeePerGas.toString(),
      max_priority_fee_per_gas: fees.maxPriorityFeePerGas.toString(),
      requested_at: row.at,
      hash: null,
      serialized: null,
      signed_at: null,
    })
    .execute();
}

/** Stores a signed transaction, before it is sent. */
export async function storeSigned(
  tx: Tx,
  { payoutId, attempt, at }: { payoutId: string; attempt: number; at: Date },
  { hash, serialized }: SignedTransaction,
): Promise<void> {
  await tables(tx)
    .updateTable("evm_payout_transaction")
    .set({ hash, serialized, signed_at: at })
    .where("payout_id", "=", payoutId)
    .where("attempt", "=", attempt)
    .where("hash", "is", null)
    .execute();
  await tables(tx)
    .updateTable("evm_payout")
    .set({ state: "signed" })
    .where("id", "=", payoutId)
    .where("state", "=", "assigned")
    .execute();
}

/**
 * Adds transactions that were signed for a payout and that the database does not know. Returns the
 * hashes of all that it knows now.
 */
export async function addSigned(
  tx: Tx,
  { payoutId, at }: { readonly payoutId: string; readonly at: Date },
  signed: readonly { readonly fees: Fees; readonly transaction: SignedTransaction }[],
): Promise<string[]> {
  await tables(tx)
    .selectFrom("evm_payout")
    .select("id")
    .where("id", "=", payoutId)
    .forUpdate()
    .execute();
  const known = await selectTransactions(tx, payoutId);
  const hashes = known.flatMap(({ hash }) => hash ?? []);
  const missing = signed.filter(({ transaction }) => !hashes.includes(transaction.hash));
  const last = known.at(-1)?.attempt ?? 0;
  for (const [place, { fees, transaction }] of missing.entries()) {
    const row = { payoutId, attempt: last + 1 + place, at };
    await insertTransaction(tx, row, fees);
    await storeSigned(tx, row, transaction);
  }
  return [...hashes, ...missing.map(({ transaction }) => transaction.hash)];
}

/** Deletes a replacement that the signer has refused. */
export async function deleteUnsigned(tx: Tx, payoutId: string, attempt: number): Promise<void> {
  await tables(tx)
    .deleteFrom("evm_payout_transaction")
    .where("payout_id", "=", payoutId)
    .where("attempt", "=", attempt)
    .where("hash", "is", null)
    .execute();
}

/** Records how a payout ended. An end never changes. */
export async function endPayout(
  tx: Tx,
  id: string,
  end: {
    readonly state: "completed" | "failed";
    readonly reason: string;
    readonly transactionHash: string | null;
    readonly confirmations: number;
    readonly at: Date;
  },
): Promise<void> {
  await tables(tx)
    .updateTable("evm_payout")
    .set({
      state: end.state,
      reason: end.reason,
      transaction_hash: end.transactionHash,
      confirmations: end.confirmations,
      ended_at: end.at,
    })
    .where("id", "=", id)
    .where("state", "=", "signed")
    .execute();
}

/** Counts the wallet's open payouts by state and reason, with the age of the oldest. */
export async function countOpenPayouts(
  tx: Tx,
  name: WalletName,
): Promise<{ readonly state: string; readonly n: number; readonly oldest: Date }[]> {
  const rows = await tables(tx)
    .selectFrom("evm_payout")
    .select(({ fn }) => [
      "state",
      fn.countAll<string>().as("n"),
      fn.min("received_at").as("oldest"),
    ])
    .where("chain_id", "=", name.chain_id)
    .where("wallet", "=", name.address)
    .where("ended_at", "is", null)
    .groupBy("state")
    .execute();
  return rows.map(({ state, n, oldest }) => ({ state, n: Number(n), oldest: new Date(oldest) }));
}

/** Returns how often the open payout that was replaced most often was replaced. */
export async function selectMostReplacements(tx: Tx, name: WalletName): Promise<number> {
  const row = await tables(tx)
    .selectFrom("evm_payout_transaction as t")
    .innerJoin("evm_payout as p", "p.id", "t.payout_id")
    .select(({ fn }) => fn.max("t.attempt").as("attempts"))
    .where("p.chain_id", "=", name.chain_id)
    .where("p.wallet", "=", name.address)
    .where("p.ended_at", "is", null)
    .executeTakeFirst();
  return Math.max(0, Number(row?.attempts ?? 1) - 1);
}

/** Counts the payouts that the signer has refused for good since a moment. */
export async function countDeclined(tx: Tx, name: WalletName, since: Date): Promise<number> {
  const row = await tables(tx)
    .selectFrom("evm_payout")
    .select(({ fn }) => fn.countAll<string>().as("n"))
    .where("chain_id", "=", name.chain_id)
    .where("wallet", "=", name.address)
    .where("state", "=", "declined")
    .where("ended_at", ">", since)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}
