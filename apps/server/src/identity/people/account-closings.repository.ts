import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

/**
 * A customer's account closure that has not been canceled. The account is closed if `closedAt` is
 * set.
 */
export interface OwnClosing {
  readonly id: string;
  readonly closedAt: Date | null;
}

export function findOwnClosing(tx: Tx, customerId: string): Promise<OwnClosing | undefined> {
  return tables(tx)
    .selectFrom("account_closing")
    .select(["id", "closed_at as closedAt"])
    .where("customer_id", "=", customerId)
    .where("cancelled_at", "is", null)
    .executeTakeFirst();
}

export function isClosed(closing: OwnClosing | undefined): boolean {
  return closing !== undefined && closing.closedAt !== null;
}

/**
 * Locks a customer until the end of the transaction, so that no account closure can be requested
 * concurrently.
 */
export async function shareCustomer(tx: Tx, customerId: string): Promise<void> {
  await tables(tx)
    .selectFrom("customer")
    .select("id")
    .where("id", "=", customerId)
    .forShare()
    .execute();
}
