import type { CurrencyCode } from "@tessera/money";
import { type Insertable, sql } from "kysely";
import type { WalletTables } from "../../db/tables/money-movement.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { PaymentNote } from "./deposit.policy.ts";
import type { PaymentRow } from "./deposits.repository.ts";

/** A customer who owes because a payment or a bank transfer was taken back. */
export interface DepositDebtor {
  readonly customerId: string;
  readonly currency: CurrencyCode;
}

/** Records that a payment has left the chain. It is not credited, held or confirmed any more. */
export async function markRetracted(
  tx: Tx,
  id: string,
  change: { readonly at: Date; readonly notes: readonly PaymentNote[] },
): Promise<void> {
  await tx
    .withTables<WalletTables>()
    .updateTable("deposit_payment")
    .set({
      retracted_at: change.at,
      notes: [...change.notes],
      confirmations: 0,
      held: null,
      credit_movement_id: null,
      credited_at: null,
    })
    .where("id", "=", id)
    .execute();
}

/** Records that a retracted payment is on the chain again. */
export async function markRestored(
  tx: Tx,
  id: string,
  change: {
    readonly notes: readonly PaymentNote[];
    readonly confirmationsRequired: number | null;
    readonly amountMinor: bigint;
    readonly rateScaled: bigint;
    readonly isUnpriced: boolean;
    readonly creditMinor: bigint;
    readonly exact: Pick<PaymentRow, "amount_raw" | "token_decimals">;
  },
): Promise<void> {
  await tx
    .withTables<WalletTables>()
    .updateTable("deposit_payment")
    .set({
      retracted_at: null,
      notes: [...change.notes],
      confirmations_required: change.confirmationsRequired,
      amount_minor: change.amountMinor,
      rate_scaled: change.rateScaled,
      unpriced: change.isUnpriced,
      credit_minor: change.creditMinor,
      ...change.exact,
      carried_minor: 0n,
    })
    .where("id", "=", id)
    .execute();
}

/** Inserts the record of a retraction, which never changes. */
export async function insertRetraction(
  tx: Tx,
  row: Insertable<WalletTables["deposit_retraction"]>,
): Promise<void> {
  await tx.withTables<WalletTables>().insertInto("deposit_retraction").values(row).execute();
}

/** A retraction, with the payment it is about. */
interface RetractedPayment {
  readonly network: string;
  readonly transactionHash: string;
  readonly retractedAt: Date;
  /** Whether the payment is on the chain again. */
  readonly isMinedAgain: boolean;
}

export async function selectRetraction(tx: Tx, id: string): Promise<RetractedPayment | undefined> {
  const { rows } = await sql<RetractedPayment>`
    select p.network, p.transaction_hash as "transactionHash", r.retracted_at as "retractedAt",
      p.retracted_at is null as "isMinedAgain"
    from deposit_retraction r join deposit_payment p on p.id = r.payment_id
    where r.id = ${id}`.execute(tx);
  return rows[0];
}

/** Records that a customer owes. What is owed is the balance of the receivable. */
export async function noteDepositDebt(tx: Tx, debtor: DepositDebtor): Promise<void> {
  await tx
    .withTables<WalletTables>()
    .insertInto("deposit_debt")
    .values({ customer_id: debtor.customerId, currency: debtor.currency })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Locks the record that a customer owes FOR UPDATE. Returns whether there is one. */
export async function lockDepositDebt(tx: Tx, debtor: DepositDebtor): Promise<boolean> {
  const row = await tx
    .withTables<WalletTables>()
    .selectFrom("deposit_debt")
    .select("customer_id")
    .where("customer_id", "=", debtor.customerId)
    .where("currency", "=", debtor.currency)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the record that a customer owes. It must be locked. */
export async function forgetDepositDebt(tx: Tx, debtor: DepositDebtor): Promise<void> {
  await tx
    .withTables<WalletTables>()
    .deleteFrom("deposit_debt")
    .where("customer_id", "=", debtor.customerId)
    .where("currency", "=", debtor.currency)
    .execute();
}

/** Selects the customers who owe, in the order of their ids, after another one if given. */
export async function selectDebtors(
  tx: Tx,
  limit: number,
  after: DepositDebtor | undefined,
): Promise<DepositDebtor[]> {
  const { rows } = await sql<DepositDebtor>`
    select customer_id as "customerId", currency from deposit_debt
    where ${after === undefined}
      or (customer_id, currency) > (${after?.customerId ?? null}::uuid, ${after?.currency ?? null})
    order by customer_id, currency limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Returns the listed movement of a customer's payment or bank transfer that was taken back last, in
 * whose timeline the repayment appears.
 */
export async function selectLastReversed(
  tx: Tx,
  debtor: DepositDebtor,
): Promise<string | undefined> {
  const { customerId, currency } = debtor;
  const { rows } = await sql<{ movement: string }>`
    select p.movement_id as movement, r.retracted_at as at, r.id
    from deposit_retraction r
    join deposit_payment p on p.id = r.payment_id
    join deposit d on d.id = p.deposit_id
    where p.customer_id = ${customerId}::uuid and d.currency = ${currency}
      and r.reversal_movement_id is not null
    union all
    select e.movement_id, e.changed_at, e.id from bank_entry e
    where e.customer_id = ${customerId}::uuid and e.currency = ${currency} and e.is_credit
      and e.state = 'reversed' and e.movement_id is not null
    order by at desc, id desc limit 1`.execute(tx);
  return rows[0]?.movement;
}
