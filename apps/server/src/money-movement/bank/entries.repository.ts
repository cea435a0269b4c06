import type { BankEntryState } from "@tessera/contract/money-movement/bank.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type EntryRow, tables } from "./bank.tables.ts";

/**
 * Selects credits that wait to be credited, oldest first, FOR UPDATE. Skips those that another
 * server is working on.
 */
export function takeWaitingCredits(tx: Tx, limit: number): Promise<EntryRow[]> {
  return tables(tx)
    .selectFrom("bank_entry")
    .selectAll()
    .where("state", "=", sql.lit<"waiting">("waiting"))
    .where("is_credit", "=", true)
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/**
 * Selects debits that wait, oldest first, FOR UPDATE. A debit may take back a credit, so it waits
 * until every credit of its account has been decided.
 */
export function takeWaitingDebits(tx: Tx, limit: number): Promise<EntryRow[]> {
  return tables(tx)
    .selectFrom("bank_entry")
    .selectAll()
    .where("state", "=", sql.lit<"waiting">("waiting"))
    .where("is_credit", "=", false)
    .where(
      // Not correlated, so that the waiting credits are read once and not for each debit.
      sql<boolean>`account not in (select credit.account from bank_entry credit
        where credit.state = 'waiting' and credit.is_credit)`,
    )
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** What was decided about an entry. */
export interface EntryChange {
  readonly id: string;
  readonly state: BankEntryState;
  readonly reason?: string | null;
  readonly customerId?: string | null;
  readonly movementId?: string | null;
}

/** Records decisions about entries that wait. */
export async function updateWaiting(
  tx: Tx,
  changes: readonly EntryChange[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) {
    return;
  }
  const rows = changes.map((change) => ({
    id: change.id,
    state: change.state,
    reason: change.reason ?? null,
    customer_id: change.customerId ?? null,
    movement_id: change.movementId ?? null,
  }));
  await sql`
    update bank_entry e set state = r.state, reason = r.reason, customer_id = r.customer_id,
      movement_id = r.movement_id, changed_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id uuid, state text,
      reason text, customer_id uuid, movement_id uuid)
    where e.id = r.id and e.state = 'waiting'`.execute(tx);
}

/** Selects an entry FOR UPDATE. */
export function lockEntry(tx: Tx, id: string): Promise<EntryRow | undefined> {
  return tables(tx)
    .selectFrom("bank_entry")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateEntry(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<
      EntryRow,
      | "state"
      | "reason"
      | "customer_id"
      | "movement_id"
      | "counterpart_id"
      | "return_reference"
      | "decided_by"
    >
  > & { readonly changed_at: Date },
): Promise<void> {
  await tables(tx).updateTable("bank_entry").set(change).where("id", "=", id).execute();
}

/** Selects a transaction that waits FOR UPDATE, unless another server is working on it. */
export function lockWaiting(tx: Tx, id: string): Promise<EntryRow | undefined> {
  return tables(tx)
    .selectFrom("bank_entry")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", sql.lit<"waiting">("waiting"))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** How many credits with the same ids and amount are looked at. More are never one transfer. */
const MAX_NAMED = 200;

/**
 * Selects the credits of the same account and amount that carry one of a debit's ids, newest first,
 * whatever became of them. FOR UPDATE.
 */
export function lockNamed(tx: Tx, debit: EntryRow): Promise<EntryRow[]> {
  const ids = [...debit.transaction_ids];
  if (debit.end_to_end_id !== null) {
    ids.push(debit.end_to_end_id);
  }
  return tables(tx)
    .selectFrom("bank_entry")
    .selectAll()
    .where("account", "=", debit.account)
    .where("is_credit", "=", true)
    .where("amount_minor", "=", debit.amount_minor)
    .where(sql<boolean>`(end_to_end_id = any(${ids}::text[]) or transaction_ids && ${ids}::text[])`)
    .orderBy("id", "desc")
    .limit(MAX_NAMED)
    .forUpdate()
    .execute();
}

/**
 * Selects the credit whose return a debit of the same amount pays: the one whose return reference
 * the debit carries, even if the return has been called off since. FOR UPDATE.
 */
export function lockReturning(
  tx: Tx,
  debit: EntryRow,
  references: readonly string[],
): Promise<EntryRow | undefined> {
  return tables(tx)
    .selectFrom("bank_entry")
    .selectAll()
    .where("return_reference", "in", references.length === 0 ? [""] : [...references])
    .where("state", "in", ["returning", "unmatched", "reviewing"])
    .where("currency", "=", debit.currency)
    .where("amount_minor", "=", debit.amount_minor)
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}
