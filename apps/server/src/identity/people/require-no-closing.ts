import type { Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findOwnClosing, isClosed, shareCustomer } from "./account-closings.repository.ts";

/**
 * Refuses new business of a customer whose account is closing or closed. In a transaction, it
 * blocks requesting and completing a closing until the end.
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
 * Refuses what is still allowed while an account is closing, such as a withdrawal, once it is
 * closed. The customer must be locked.
 *
 * @throws Refusal `account_closed`
 */
export async function requireNotClosed(tx: Tx, customerId: string): Promise<void> {
  if (isClosed(await findOwnClosing(tx, customerId))) {
    throw new Refusal("account_closed");
  }
}
