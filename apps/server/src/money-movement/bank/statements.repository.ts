import type { CurrencyCode } from "@tessera/money";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type AccountRow, type BankTables, tables } from "./bank.tables.ts";

/** How long an import waits for another one of the same account. */
const LOCK_WAIT_MS = 2_000;

/** Limits how long the transaction waits for a lock, whatever the settings of the connection. */
export async function limitLockWait(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, true)`.execute(tx);
}

/**
 * Selects an account of the program FOR UPDATE, or undefined before its first statement. The lock
 * makes imports follow one another.
 */
export function lockBankAccount(tx: Tx, account: string): Promise<AccountRow | undefined> {
  return tables(tx)
    .selectFrom("bank_account")
    .selectAll()
    .where("account", "=", account)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Inserts an account with its first statement's opening balance.
 *
 * @returns false if a concurrent import inserted it first
 */
export async function insertBankAccount(tx: Tx, row: AccountRow): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("bank_account")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function updateBankAccount(
  tx: Tx,
  account: string,
  change: Pick<AccountRow, "closing_minor" | "closing_on" | "imported_at">,
): Promise<void> {
  await tables(tx).updateTable("bank_account").set(change).where("account", "=", account).execute();
}

export async function insertStatement(
  tx: Tx,
  row: Insertable<BankTables["bank_statement"]>,
): Promise<void> {
  await tables(tx).insertInto("bank_statement").values(row).execute();
}

/** A transaction of a statement, ready to be stored. Amounts as decimal text, for JSON. */
export interface NewEntry {
  readonly id: string;
  readonly entry_key: string;
  readonly n: number;
  readonly amount_minor: string;
  readonly is_credit: boolean;
  readonly is_reversal: boolean;
  readonly booked_on: string;
  readonly valued_on: string | null;
  readonly end_to_end_id: string | null;
  readonly transaction_ids: readonly string[];
  readonly creditor_references: readonly string[];
  readonly remittance: string;
  readonly party_name: string | null;
  readonly party_account: string | null;
}

export interface EntriesOf {
  readonly statementId: string;
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly at: Date;
}

/**
 * Inserts transactions that are not stored yet.
 *
 * @returns the number of those that were inserted
 */
export async function insertEntries(
  tx: Tx,
  { statementId, account, currency, at }: EntriesOf,
  rows: readonly NewEntry[],
): Promise<number> {
  const inserted = await sql`
    insert into bank_entry (id, bank_statement_id, account, entry_key, n, currency, amount_minor,
      is_credit, is_reversal, booked_on, valued_on, end_to_end_id, transaction_ids,
      creditor_references, remittance, party_name, party_account, state, changed_at)
    select r.id, ${statementId}::uuid, ${account}, r.entry_key, r.n, ${currency}, r.amount_minor,
      r.is_credit, r.is_reversal, r.booked_on, r.valued_on, r.end_to_end_id,
      r.transaction_ids, r.creditor_references, r.remittance, r.party_name, r.party_account,
      'waiting', ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id uuid, entry_key text,
      n int, amount_minor bigint, is_credit boolean, is_reversal boolean, booked_on text,
      valued_on text, end_to_end_id text, transaction_ids text[], creditor_references text[],
      remittance text, party_name text, party_account text)
    on conflict (account, entry_key, n) do nothing`.execute(tx);
  return Number(inserted.numAffectedRows ?? 0n);
}

/** What identifies the content of a stored transaction. */
export interface KnownEntry {
  readonly entry_key: string;
  readonly n: number;
  readonly amount_minor: bigint;
  readonly is_credit: boolean;
  readonly booked_on: string;
}

/** Selects the stored transactions of other statements with any of the given entry keys. */
export function selectKnownEntries(
  tx: Tx,
  account: string,
  { keys, butOf }: { readonly keys: readonly string[]; readonly butOf: string },
): Promise<KnownEntry[]> {
  return tables(tx)
    .selectFrom("bank_entry")
    .select(["entry_key", "n", "amount_minor", "is_credit", "booked_on"])
    .where("account", "=", account)
    .where(sql<boolean>`entry_key = any(${[...keys]}::text[])`)
    .where("bank_statement_id", "<>", butOf)
    .execute();
}
