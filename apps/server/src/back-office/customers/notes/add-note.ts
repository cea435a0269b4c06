import type { CustomerNote } from "@tessera/contract/back-office/customers.schemas";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId } from "../../../platform/ids.ts";
import { presentNote } from "../customers.presenter.ts";
import { type CustomerViewer, viewCustomer } from "../view-customer.ts";
import { findNoteByKey, insertNote } from "./notes.repository.ts";

interface NewNote extends CustomerViewer {
  readonly text: string;
  readonly idempotencyKey: string;
}

/**
 * Writes a note about a customer. Repeated calls by the same author with the same key write only
 * one note. The audit log records that a note was written, but not its text.
 *
 * @throws Refusal `not_found`, `idempotency_mismatch`
 */
export async function addNote(context: AppContext, note: NewNote): Promise<CustomerNote> {
  const { session, requestId, text, idempotencyKey } = note;
  const { id: customerId } = await viewCustomer(context, note);
  const now = context.clock.now();
  const row = {
    id: newId(now),
    customer_id: customerId,
    author_id: session.userId,
    author: session.username,
    text,
    client_key: idempotencyKey,
    created_at: now,
  };
  return inTransaction(context.db, async (tx) => {
    if (!(await insertNote(tx, row))) {
      const earlier = await findNoteByKey(tx, row);
      if (earlier === undefined || earlier.customer_id !== customerId || earlier.text !== text) {
        throw new Refusal("idempotency_mismatch");
      }
      return presentNote(earlier);
    }
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "customer.noted",
        actor: session.username,
        customerId,
        object: row.id,
        outcome: "ok",
        requestId,
        data: {},
      },
    ]);
    return presentNote(row);
  });
}
