import type { StopHandler } from "../../money-movement/payouts/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { lockCustomer } from "../security-hold/index.ts";
import { hashToken } from "../sessions/index.ts";
import type { ClosingRow } from "./account-closing.tables.ts";
import {
  findLinked,
  lockClosing,
  lockClosingOf,
  updateClosing,
} from "./account-closings.repository.ts";
import { tellOfCanceling } from "./closing-mails.ts";

/**
 * The person who cancels: the customer, identified by username, or the holder of the emailed link.
 */
interface Canceller {
  readonly actor: string;
  readonly requestId: string;
}

const LINK = "mailed link";

/**
 * Cancels a customer's account closure. Does nothing if there is none. Cards that are already
 * closed stay closed.
 *
 * @throws Refusal `account_closed`
 */
export async function cancelClosing(
  context: AppContext,
  { session, requestId }: { readonly session: Session; readonly requestId: string },
): Promise<void> {
  const { customerId, username: actor } = session;
  await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const row = await lockClosingOf(tx, customerId);
    if (row === undefined) {
      return;
    }
    if (row.closed_at !== null) {
      throw new Refusal("account_closed");
    }
    await cancelWithin(context, tx, row, { actor, requestId });
  });
}

/**
 * Cancels a closure with the secret from its emailed link. Canceling a second time changes nothing.
 *
 * @throws Refusal `closing_link_invalid` if the secret is unknown or the account is already closed
 */
export async function cancelByLink(
  context: AppContext,
  { token, requestId }: { readonly token: string; readonly requestId: string },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const id = await findLinked(tx, hashToken(token));
    const row = id === undefined ? undefined : await lockClosing(tx, id);
    if (row === undefined || row.closed_at !== null) {
      throw new Refusal("closing_link_invalid");
    }
    if (row.cancelled_at === null) {
      await cancelWithin(context, tx, row, { actor: LINK, requestId });
    }
  });
}

/** Cancels a closure when the owner says “not me”, no matter who requested it. */
export const stopClosing: StopHandler = async (context, tx, { customerId, requestId }) => {
  const row = await lockClosingOf(tx, customerId);
  if (row !== undefined && row.closed_at === null) {
    await cancelWithin(context, tx, row, { actor: LINK, requestId });
  }
};

async function cancelWithin(
  context: AppContext,
  tx: Tx,
  row: ClosingRow,
  { actor, requestId }: Canceller,
): Promise<void> {
  const { id, customer_id: customerId } = row;
  const now = context.clock.now();
  await updateClosing(tx, id, { cancelled_at: now, cancelled_by: actor });
  await context.ledger.appendAudit(tx, [
    {
      action: "account_closing.cancel",
      actor,
      customerId,
      object: id,
      outcome: "ok",
      requestId,
      data: {},
    },
  ]);
  await tellOfCanceling(context, tx, customerId);
}
