import type { CurrencyCode } from "@tessera/money";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { ChainNetwork, ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import type { WalletTables } from "../../db/tables/money-movement.tables.ts";
import type { Tx } from "../../platform/context.ts";

export type DepositRow = Selectable<WalletTables["deposit"]>;
export type PaymentRow = Selectable<WalletTables["deposit_payment"]>;

/** Selects the lowest free slot for a customer's open deposits. */
export async function selectFreeSlot(
  tx: Tx,
  customerId: string,
  slots: number,
): Promise<number | undefined> {
  const rows = await tx
    .withTables<WalletTables>()
    .selectFrom("deposit")
    .select("slot")
    .where("customer_id", "=", customerId)
    .where("slot", "is not", null)
    .execute();
  const taken = new Set(rows.map(({ slot }) => slot));
  return Array.from({ length: slots }, (_, index) => index + 1).find((slot) => !taken.has(slot));
}

/**
 * Inserts a deposit.
 *
 * @returns whether it was inserted. False if its key or its slot was taken in the meantime.
 */
export async function insertDeposit(
  tx: Tx,
  row: Insertable<WalletTables["deposit"]>,
): Promise<boolean> {
  const result = await tx
    .withTables<WalletTables>()
    .insertInto("deposit")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export function selectDeposit(
  tx: Tx,
  key: { id: string; customerId: string },
): Promise<DepositRow | undefined> {
  return tx
    .withTables<WalletTables>()
    .selectFrom("deposit")
    .selectAll()
    .where("id", "=", key.id)
    .where("customer_id", "=", key.customerId)
    .executeTakeFirst();
}

/** Selects the deposit that was created earlier with a client key. */
export function selectDepositByKey(
  tx: Tx,
  key: { customerId: string; clientKey: string },
): Promise<DepositRow | undefined> {
  return tx
    .withTables<WalletTables>()
    .selectFrom("deposit")
    .selectAll()
    .where("customer_id", "=", key.customerId)
    .where("client_key", "=", key.clientKey)
    .executeTakeFirst();
}

/** Selects a deposit FOR UPDATE, which serializes its changes. */
export function lockDeposit(tx: Tx, id: string): Promise<DepositRow | undefined> {
  return tx
    .withTables<WalletTables>()
    .selectFrom("deposit")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Selects the deposit for which a transfer's address was issued, FOR UPDATE, even if the transfer
 * arrived on another network.
 */
export function lockDepositAt(
  tx: Tx,
  { network, address, misdirected }: Pick<ChainTransfer, "network" | "address" | "misdirected">,
): Promise<DepositRow | undefined> {
  return tx
    .withTables<WalletTables>()
    .selectFrom("deposit")
    .selectAll()
    .where("network", "=", misdirected?.expectedNetwork ?? network)
    .where("address", "=", address)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns whether an address was issued for any deposit. */
export async function isDepositAddress(
  tx: Tx,
  at: { network: ChainNetwork; address: string },
): Promise<boolean> {
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("deposit")
    .select("id")
    .where("network", "=", at.network)
    .where("address", "=", at.address)
    .executeTakeFirst();
  return row !== undefined;
}

/** A deposit that is due to expire. */
export type DueDeposit = Pick<DepositRow, "id" | "expires_at">;

/**
 * Selects deposits that are still waiting for a payment after their expiry, oldest first. If
 * `after` is set, selects only the deposits after it.
 */
export function selectDueDeposits(
  tx: Tx,
  due: { now: Date; limit: number; customerId?: string; after?: DueDeposit | undefined },
): Promise<DueDeposit[]> {
  const { after } = due;
  return tx
    .withTables<WalletTables>()
    .selectFrom("deposit")
    .select(["id", "expires_at"])
    .where("slot", "is not", null)
    .where("expires_at", "<=", due.now)
    .$if(due.customerId !== undefined, (query) =>
      query.where("customer_id", "=", due.customerId ?? ""),
    )
    .$if(after !== undefined, (query) =>
      query.where((row) =>
        row(
          row.refTuple("expires_at", "id"),
          ">",
          row.tuple(after?.expires_at ?? due.now, after?.id ?? ""),
        ),
      ),
    )
    .orderBy("expires_at")
    .orderBy("id")
    .limit(due.limit)
    .execute();
}

export async function updateDeposit(
  tx: Tx,
  id: string,
  change: Updateable<WalletTables["deposit"]>,
): Promise<void> {
  await tx
    .withTables<WalletTables>()
    .updateTable("deposit")
    .set(change)
    .where("id", "=", id)
    .execute();
}

/** Selects the payments for a deposit, oldest first. */
export function selectPayments(tx: Tx, depositId: string): Promise<PaymentRow[]> {
  return tx
    .withTables<WalletTables>()
    .selectFrom("deposit_payment")
    .selectAll()
    .where("deposit_id", "=", depositId)
    .orderBy("seen_at")
    .orderBy("id")
    .execute();
}

/** Selects the payment recorded for a transfer. Its deposit must be locked. */
export function selectPaymentOf(
  tx: Tx,
  transfer: Pick<ChainTransfer, "network" | "transactionHash" | "logIndex">,
): Promise<PaymentRow | undefined> {
  return tx
    .withTables<WalletTables>()
    .selectFrom("deposit_payment")
    .selectAll()
    .where("network", "=", transfer.network)
    .where("transaction_hash", "=", transfer.transactionHash)
    .where("log_index", "=", transfer.logIndex)
    .executeTakeFirst();
}

export function selectPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  return tx
    .withTables<WalletTables>()
    .selectFrom("deposit_payment")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Selects the asset that a deposit expects. */
export async function selectAssetOf(tx: Tx, depositId: string): Promise<string> {
  const { asset } = await tx
    .withTables<WalletTables>()
    .selectFrom("deposit")
    .select("asset")
    .where("id", "=", depositId)
    .executeTakeFirstOrThrow();
  return asset;
}

/** Records that a payment awaits an operator decision, or records the decision. */
export async function setHeld(tx: Tx, id: string, held: PaymentRow["held"]): Promise<void> {
  await tx
    .withTables<WalletTables>()
    .updateTable("deposit_payment")
    .set({ held })
    .where("id", "=", id)
    .execute();
}

/** Sets the rate of a payment that was recorded when there was none. */
export async function setRate(tx: Tx, id: string, rateScaled: bigint): Promise<void> {
  await tx
    .withTables<WalletTables>()
    .updateTable("deposit_payment")
    .set({ rate_scaled: rateScaled, unpriced: false })
    .where("id", "=", id)
    .execute();
}

export async function insertPayment(tx: Tx, row: PaymentRow): Promise<void> {
  await tx.withTables<WalletTables>().insertInto("deposit_payment").values(row).execute();
}

/** Raises a payment's confirmation count. The count never decreases. */
export async function raiseConfirmations(tx: Tx, id: string, confirmations: number): Promise<void> {
  await tx
    .withTables<WalletTables>()
    .updateTable("deposit_payment")
    .set({ confirmations: sql<number>`greatest(confirmations, ${confirmations})` })
    .where("id", "=", id)
    .execute();
}

/** Marks a payment as credited by a movement. This happens only once per payment. */
export async function markCredited(
  tx: Tx,
  id: string,
  credit: { movementId: string; at: Date; creditMinor: bigint; carriedMinor: bigint },
): Promise<void> {
  await tx
    .withTables<WalletTables>()
    .updateTable("deposit_payment")
    .set({
      credit_movement_id: credit.movementId,
      credited_at: credit.at,
      credit_minor: credit.creditMinor,
      carried_minor: credit.carriedMinor,
    })
    .where("id", "=", id)
    .where("credited_at", "is", null)
    .execute();
}

/** Selects a customer's wallet account in a currency. */
export async function selectAccountId(
  tx: Tx,
  owner: { customerId: string; currency: CurrencyCode },
): Promise<bigint | undefined> {
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("ledger.account")
    .select("id")
    .where("customer_id", "=", owner.customerId)
    .where("kind", "=", "account")
    .where("currency", "=", owner.currency)
    .executeTakeFirst();
  return row?.id;
}
