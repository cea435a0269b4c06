import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { type CustomerRow, lastView, noteView, selectCustomer } from "./customers.repository.ts";

/** An operator who requests data about a customer. */
export interface CustomerViewer {
  readonly session: Session;
  readonly requestId: string;
  /** Id from the path. */
  readonly id: string;
}

const ON_RECORD_EVERY_MS = 3_600_000;

/**
 * Returns the customer that an operator requested. Audits the view before returning, at most once
 * per hour for each operator and customer.
 *
 * @throws Refusal `not_found`
 */
export async function viewCustomer(
  context: AppContext,
  { session, requestId, id }: CustomerViewer,
): Promise<CustomerRow> {
  const customerId = parseId("cus", id);
  const row =
    customerId === undefined ? undefined : await selectCustomer(context.db.kysely, customerId);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  const now = context.clock.now();
  const unlessSince = new Date(now.getTime() - ON_RECORD_EVERY_MS);
  const view = { operatorId: session.userId, customerId: row.id, now, unlessSince };
  const noted = await lastView(context.db.kysely, view);
  if (noted === undefined || noted <= unlessSince) {
    await inTransaction(context.db, async (tx) => {
      // Only one of two concurrent requests records the view.
      if (await noteView(tx, view)) {
        await context.ledger.appendAudit({ kysely: tx }, [
          {
            action: "customer.viewed",
            actor: session.username,
            customerId: row.id,
            object: row.id,
            outcome: "ok",
            requestId,
            data: {},
          },
        ]);
      }
    });
  }
  return row;
}
