import { type Insertable, type Selectable, sql } from "kysely";
import type { ReadNetwork } from "../../platform/config/evm-settings.ts";
import type { Tx } from "../../platform/context.ts";
import type { EvmTables } from "./evm.tables.ts";

export type StoredTransfer = Selectable<EvmTables["evm_transfer"]>;
export type NewTransfer = Insertable<EvmTables["evm_transfer"]>;

/** Identifies a transfer regardless of the block that contains it. */
export interface TransferName {
  readonly network: ReadNetwork;
  readonly transactionHash: string;
  readonly place: number;
}

function tables(tx: Tx) {
  return tx.withTables<EvmTables>();
}

/** Inserts transfers. One that is stored already and has not been retracted stays as it is. */
export async function insertTransfers(tx: Tx, rows: readonly NewTransfer[]): Promise<void> {
  if (rows.length > 0) {
    await tables(tx)
      .insertInto("evm_transfer")
      .values([...rows])
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

/** Names a transfer by its block, its two positions there, and what it transfers. */
export function identityOf(transfer: {
  readonly block_hash: string;
  readonly log_index: number;
  readonly place: number;
  readonly contract: string;
  readonly address: string;
  readonly amount_raw: string;
}): string {
  const { block_hash: block, log_index: index, place, contract, address, amount_raw } = transfer;
  return [block, index, place, contract, address, amount_raw].join(" ");
}

/** Selects the identities of the transfers that are stored for some transactions. */
export async function selectIdentities(
  tx: Tx,
  chainId: bigint,
  transactionHashes: readonly string[],
): Promise<Set<string>> {
  if (transactionHashes.length === 0) {
    return new Set();
  }
  const rows = await tables(tx)
    .selectFrom("evm_transfer")
    .select(["block_hash", "log_index", "place", "contract", "address", "amount_raw"])
    .where("chain_id", "=", chainId)
    .where("transaction_hash", "in", transactionHashes)
    .where("retracted_at", "is", null)
    .execute();
  return new Set(rows.map(identityOf));
}

/** Selects those of some transactions of which a transfer is stored. */
export async function selectTransactions(
  tx: Tx,
  chainId: bigint,
  transactionHashes: readonly string[],
): Promise<Set<string>> {
  if (transactionHashes.length === 0) {
    return new Set();
  }
  const rows = await tables(tx)
    .selectFrom("evm_transfer")
    .select("transaction_hash")
    .distinct()
    .where("chain_id", "=", chainId)
    .where("transaction_hash", "in", transactionHashes)
    .where("retracted_at", "is", null)
    .execute();
  return new Set(rows.map(({ transaction_hash: hash }) => hash));
}

/** Returns whether there are transfers above a height that have not been retracted. */
export async function hasTransfersAbove(
  tx: Tx,
  { chainId, height }: { readonly chainId: bigint; readonly height: bigint },
): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom("evm_transfer")
    .select("id")
    .where("chain_id", "=", chainId)
    .where("block_number", ">", height)
    .where("retracted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Retracts the transfers above a height, whose blocks have left the chain.
 *
 * @returns the number of transfers
 */
export async function retractAbove(
  tx: Tx,
  { chainId, height, at }: { chainId: bigint; height: bigint; at: Date },
): Promise<number> {
  const result = await tables(tx)
    .updateTable("evm_transfer")
    .set({ retracted_at: at })
    .where("chain_id", "=", chainId)
    .where("block_number", ">", height)
    .where("retracted_at", "is", null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Retracts a transfer that was never proven.
 *
 * @returns false if it was proven or retracted meanwhile
 */
export async function retractUnproven(tx: Tx, id: bigint, at: Date): Promise<boolean> {
  const result = await tables(tx)
    .updateTable("evm_transfer")
    .set({ retracted_at: at })
    .where("id", "=", id)
    .where("verified_at", "is", null)
    .where("retracted_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Selects transfers that have their confirmations but were not verified, oldest first, after an id
 * if it is given.
 */
export async function selectUnverified(
  tx: Tx,
  { chainId, limit, after }: { chainId: bigint; limit: number; after: bigint | undefined },
): Promise<StoredTransfer[]> {
  return tables(tx)
    .selectFrom("evm_transfer as t")
    .innerJoin("evm_chain as c", "c.chain_id", "t.chain_id")
    .selectAll("t")
    .where("t.chain_id", "=", chainId)
    .where("t.id", ">", after ?? 0n)
    .where("t.acknowledged_at", "is", null)
    .where("t.retracted_at", "is", null)
    .where("t.verified_at", "is", null)
    .where("t.amount_minor", ">", 0n)
    .where(sql<boolean>`t.block_number + t.confirmations_required <= c.scanned_to`)
    .where(
      sql<boolean>`case t.tag_required when 'safe' then t.block_number <= c.safe_to
        when 'finalized' then t.block_number <= c.finalized_to else true end`,
    )
    .orderBy("t.id")
    .limit(limit)
    .execute();
}

/** Marks transfers as verified, unless they were retracted meanwhile. */
export async function markVerified(tx: Tx, ids: readonly bigint[], at: Date): Promise<void> {
  if (ids.length === 0) {
    return;
  }
  await tables(tx)
    .updateTable("evm_transfer")
    .set({ verified_at: at })
    .where("id", "in", ids)
    .where("retracted_at", "is", null)
    .execute();
}

/** A transfer, with the network and the asset that its address was given out for. */
export type AddressedTransfer = StoredTransfer & {
  readonly meant: ReadNetwork | null;
  readonly meant_asset: string | null;
};

/** A transfer with its confirmations. */
export type OpenTransfer = AddressedTransfer & { readonly confirmations: bigint };

/**
 * Selects unacknowledged transfers on chains that are not halted, oldest first, after another one
 * if it is given. A transfer that was mined again waits until its retraction is settled.
 */
export function selectOpenTransfers(
  tx: Tx,
  asked: {
    readonly chainIds: readonly bigint[];
    readonly limit: number;
    readonly after: TransferName | undefined;
  },
): Promise<OpenTransfer[]> {
  const { after } = asked;
  return tables(tx)
    .selectFrom("evm_transfer as t")
    .innerJoin("evm_chain as c", "c.chain_id", "t.chain_id")
    .leftJoin("evm_address as a", "a.address", "t.address")
    .selectAll("t")
    .select(["a.network as meant", "a.asset as meant_asset"])
    .select(sql<bigint>`greatest(c.scanned_to - t.block_number, 0)`.as("confirmations"))
    .where("t.chain_id", "in", asked.chainIds)
    .where("c.halted", "is", null)
    .where("t.acknowledged_at", "is", null)
    .where("t.retracted_at", "is", null)
    .where("t.amount_minor", ">", 0n)
    .where(
      sql<boolean>`not exists (select from evm_transfer former
        where former.chain_id = t.chain_id and former.transaction_hash = t.transaction_hash
          and former.place = t.place and former.retracted_at is not null
          and former.retraction_settled_at is null)`,
    )
    .$if(after !== undefined, (query) =>
      query.where("t.id", ">", (row) =>
        row
          .selectFrom("evm_transfer as former")
          .select((max) => max.fn.max("former.id").as("id"))
          .where("former.network", "=", after?.network ?? "ERC20")
          .where("former.transaction_hash", "=", after?.transactionHash ?? "")
          .where("former.place", "=", after?.place ?? 0)
          .where("former.retracted_at", "is", null),
      ),
    )
    .orderBy("t.id")
    .limit(asked.limit)
    .execute();
}

/** Selects retracted transfers that were not settled, oldest first, after another one if given. */
export function selectRetracted(
  tx: Tx,
  asked: {
    readonly chainIds: readonly bigint[];
    readonly limit: number;
    readonly after: TransferName | undefined;
  },
): Promise<AddressedTransfer[]> {
  const { after } = asked;
  return tables(tx)
    .selectFrom("evm_transfer as t")
    .leftJoin("evm_address as a", "a.address", "t.address")
    .selectAll("t")
    .select(["a.network as meant", "a.asset as meant_asset"])
    .where("t.chain_id", "in", asked.chainIds)
    .where("t.retracted_at", "is not", null)
    .where("t.retraction_settled_at", "is", null)
    .$if(after !== undefined, (query) =>
      query.where("t.id", ">", (row) =>
        row
          .selectFrom("evm_transfer as former")
          .select((max) => max.fn.max("former.id").as("id"))
          .where("former.network", "=", after?.network ?? "ERC20")
          .where("former.transaction_hash", "=", after?.transactionHash ?? "")
          .where("former.place", "=", after?.place ?? 0)
          .where("former.retracted_at", "is not", null),
      ),
    )
    .orderBy("t.id")
    .limit(asked.limit)
    .execute();
}

/**
 * Locks a transfer FOR UPDATE. It is named by its id, because another row of the same transfer in
 * the same block can contradict it: a server stated another amount.
 *
 * @returns whether it is still on the chain, and no retraction of the same transfer is unsettled
 */
export async function lockStandingTransfer(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select t.id from evm_transfer t
    where t.id = ${id} and t.retracted_at is null
      and not exists (select from evm_transfer former
        where former.chain_id = t.chain_id and former.transaction_hash = t.transaction_hash
          and former.place = t.place and former.retracted_at is not null
          and former.retraction_settled_at is null)
    for update of t`.execute(tx);
  return rows.length > 0;
}

/** Marks a transfer as acknowledged, unless it was retracted. */
export async function acknowledgeTransfer(tx: Tx, id: bigint, at: Date): Promise<void> {
  await tables(tx)
    .updateTable("evm_transfer")
    .set({ acknowledged_at: at })
    .where("id", "=", id)
    .where("retracted_at", "is", null)
    .execute();
}

/**
 * Marks every retraction of a transfer as settled.
 *
 * @returns whether one was not settled yet
 */
export async function settleRetractions(tx: Tx, name: TransferName, at: Date): Promise<boolean> {
  const result = await tables(tx)
    .updateTable("evm_transfer")
    .set({ retraction_settled_at: at })
    .where("network", "=", name.network)
    .where("transaction_hash", "=", name.transactionHash)
    .where("place", "=", name.place)
    .where("retracted_at", "is not", null)
    .where("retraction_settled_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
