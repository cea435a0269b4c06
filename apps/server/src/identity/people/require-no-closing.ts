import type { Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findOwnClosing, isClosed, shareCustomer } from "./account-closings.repository.ts";

/**
 * Refuses new business for a customer whose account is closing or closed. Within a transaction,
 * also prevents a closure from being requested or completed until the transaction ends.
 *
 * @throws Refusal `account_closing_open`, `account_closed`
 */
export async function requireNoClosing(tx: Tx, customerId: string): Promise<void> {
  await shareCustomer(tx, customerId);
  const closing = await findOwnClosing(tx, customerId);
  if (closing !== undefined) {
    throw new Refusal(closing.closedAt === null ? "account_closing_open" : "account_closed");
  }
}

/**
 * Refuses, for a closed account, actions that were still allowed during the closure, such as
 * withdrawals. The customer must be locked.
 *
 * @throws Refusal `account_closed`
 */
export async function requireNotClosed(tx: Tx, customerId: string): Promise<void> {
  if (isClosed(await findOwnClosing(tx, customerId))) {
    throw new Refusal("account_closed");
  }
}
