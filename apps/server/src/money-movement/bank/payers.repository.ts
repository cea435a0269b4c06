import type { AccountId } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { tables } from "./bank.tables.ts";

/** A customer, as far as it decides what becomes of their transfer. */
export interface Payer {
  readonly reference: string;
  readonly customerId: string;
  readonly currency: CurrencyCode;
  readonly account: AccountId;
  readonly receivable: AccountId;
  readonly isFlagged: boolean;
  readonly isSuspended: boolean;
  readonly isClosing: boolean;
  readonly isClosed: boolean;
}

/** Selects the customers of references, by reference. Locks nothing. */
export async function selectPayers(
  tx: Tx,
  references: readonly string[],
): Promise<ReadonlyMap<string, Payer>> {
  if (references.length === 0) {
    return new Map();
  }
  const { rows } = await sql<Payer>`
    select r.reference, r.customer_id as "customerId", r.currency, own.account_id as account,
      owed.account_id as receivable, f.customer_id is not null as "isFlagged",
      c.suspended_at is not null as "isSuspended",
      a.id is not null and a.closed_at is null as "isClosing",
      a.closed_at is not null as "isClosed"
    from bank_reference r
    join customer c on c.id = r.customer_id
    join customer_account own on own.customer_id = r.customer_id and own.kind = 'account'
      and own.currency = r.currency
    join customer_account owed on owed.customer_id = r.customer_id and owed.kind = 'receivable'
      and owed.currency = r.currency
    left join review_flag f on f.customer_id = r.customer_id
    left join account_closing a on a.customer_id = r.customer_id and a.cancelled_at is null
    where r.reference = any(${[...new Set(references)]}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.reference, row]));
}

/** Selects the reference of a customer and currency. */
export async function findReference(
  tx: Tx,
  customerId: string,
  currency: CurrencyCode,
): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom("bank_reference")
    .select("reference")
    .where("customer_id", "=", customerId)
    .where("currency", "=", currency)
    .executeTakeFirst();
  return row?.reference;
}

/**
 * Inserts a reference. Does nothing if it is taken, or if the customer has one of that currency.
 */
export async function insertReference(
  tx: Tx,
  row: {
    readonly reference: string;
    readonly customer_id: string;
    readonly currency: CurrencyCode;
    readonly created_at: Date;
  },
): Promise<void> {
  await tables(tx)
    .insertInto("bank_reference")
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Selects a customer's account and receivable in a currency. */
export async function selectCustomerAccounts(
  tx: Tx,
  customerId: string,
  currency: CurrencyCode,
): Promise<{ readonly account: AccountId; readonly receivable: AccountId }> {
  const { rows } = await sql<{ account: AccountId; receivable: AccountId }>`
    select own.account_id as account, owed.account_id as receivable
    from customer_account own
    join customer_account owed on owed.customer_id = own.customer_id
      and owed.currency = own.currency and owed.kind = 'receivable'
    where own.customer_id = ${customerId}::uuid and own.currency = ${currency}
      and own.kind = 'account'`.execute(tx);
  const [found] = rows;
  if (found === undefined) {
    throw new Error(`customer ${customerId} has no account in ${currency}`);
  }
  return found;
}
