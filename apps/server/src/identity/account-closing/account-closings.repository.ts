import type { CurrencyCode } from "@tessera/money";
import type { Updateable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type ClosingAmountRow, type ClosingRow, tables } from "./account-closing.tables.ts";

export async function insertClosing(tx: Tx, row: ClosingRow): Promise<void> {
  await tables(tx).insertInto("account_closing").values(row).execute();
}

/** The columns that record which steps of a closure are done. Each step runs only once. */
type ClosingStep = Pick<
  ClosingRow,
  | "cancelled_at"
  | "cancelled_by"
  | "reminded_at"
  | "settling_at"
  | "waiting_mailed_at"
  | "closed_at"
>;

export async function updateClosing(
  tx: Tx,
  id: string,
  step: Updateable<ClosingStep>,
): Promise<void> {
  await tables(tx).updateTable("account_closing").set(step).where("id", "=", id).execute();
}

/** Finds a customer's closure, unless it was canceled. */
export function findClosingOf(tx: Tx, customerId: string): Promise<ClosingRow | undefined> {
  return tables(tx)
    .selectFrom("account_closing")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("cancelled_at", "is", null)
    .executeTakeFirst();
}

/** Finds a closure, canceled or not, by the idempotency key of its request. */
export function findClosingByKey(
  tx: Tx,
  { customerId, clientKey }: { readonly customerId: string; readonly clientKey: string },
): Promise<ClosingRow | undefined> {
  return tables(tx)
    .selectFrom("account_closing")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("client_key", "=", clientKey)
    .executeTakeFirst();
}

/** Selects a closure FOR UPDATE. */
export function lockClosing(tx: Tx, id: string): Promise<ClosingRow | undefined> {
  return tables(tx)
    .selectFrom("account_closing")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Selects a customer's closure FOR UPDATE, unless it was canceled. */
export function lockClosingOf(tx: Tx, customerId: string): Promise<ClosingRow | undefined> {
  return tables(tx)
    .selectFrom("account_closing")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("cancelled_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Replaces the confirmed amounts of a closure. */
export async function replaceAmounts(
  tx: Tx,
  closingId: string,
  amounts: ReadonlyMap<CurrencyCode, bigint>,
): Promise<void> {
  await tables(tx)
    .deleteFrom("account_closing_amount")
    .where("closing_id", "=", closingId)
    .execute();
  if (amounts.size > 0) {
    await tables(tx)
      .insertInto("account_closing_amount")
      .values(
        [...amounts].map(([currency, named_minor]) => ({
          ...{ closing_id: closingId, currency, named_minor },
          left_minor: null,
        })),
      )
      .execute();
  }
}

export function selectAmounts(tx: Tx, closingId: string): Promise<ClosingAmountRow[]> {
  return tables(tx)
    .selectFrom("account_closing_amount")
    .selectAll()
    .where("closing_id", "=", closingId)
    .orderBy("currency", "desc")
    .execute();
}

/** Stores how much of a confirmed amount was left when the account closed. */
export async function setLeft(
  tx: Tx,
  { closing_id: closingId, currency }: ClosingAmountRow,
  leftMinor: bigint,
): Promise<void> {
  await tables(tx)
    .updateTable("account_closing_amount")
    .set({ left_minor: leftMinor })
    .where("closing_id", "=", closingId)
    .where("currency", "=", currency)
    .execute();
}

export async function insertLink(tx: Tx, tokenHash: Buffer, closingId: string): Promise<void> {
  await tables(tx)
    .insertInto("account_closing_link")
    .values({ token_hash: tokenHash, closing_id: closingId })
    .execute();
}

export async function findLinked(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom("account_closing_link")
    .select("closing_id")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row?.closing_id;
}

/**
 * Selects the open closures whose reminder is due or whose cooling-off period ends before a given
 * time, ordered by id.
 */
export function selectDue(
  tx: Tx,
  due: { readonly endsBefore: Date; readonly limit: number; readonly after: string | undefined },
): Promise<Pick<ClosingRow, "id" | "customer_id">[]> {
  return tables(tx)
    .selectFrom("account_closing")
    .select(["id", "customer_id"])
    .where("cancelled_at", "is", null)
    .where("closed_at", "is", null)
    .where("ends_at", "<=", due.endsBefore)
    .$if(due.after !== undefined, (query) => query.where("id", ">", due.after ?? ""))
    .orderBy("id")
    .limit(due.limit)
    .execute();
}

/** A customer whose account is closed. */
export interface ClosedCustomer {
  readonly customerId: string;
  readonly closedAt: Date;
}

/**
 * Returns customers whose accounts were closed before a given time, oldest closure first.
 *
 * @param after the last customer of the previous page
 */
export async function closedCustomersBefore(
  tx: Tx,
  before: Date,
  limit: number,
  after?: ClosedCustomer,
): Promise<ClosedCustomer[]> {
  const rows = await tables(tx)
    .selectFrom("account_closing")
    .select(["customer_id as customerId", "closed_at as closedAt"])
    .where("closed_at", "<", before)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("closed_at", "customer_id"),
          ">",
          tuple(after?.closedAt ?? before, after?.customerId ?? ""),
        ),
      ),
    )
    .orderBy("closed_at")
    .orderBy("customer_id")
    .limit(limit)
    .execute();
  return rows.flatMap(({ customerId, closedAt }) =>
    closedAt === null ? [] : [{ customerId, closedAt }],
  );
}
