import type { PaymentNote, PaymentNoteBody } from "@tessera/contract/insights/receipts.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findNote, putNote } from "./payment-notes.repository.ts";
import { type NamedPayment, requirePayment } from "./read-receipts.ts";
import { presentNote } from "./receipts.presenter.ts";

function isSame(stored: PaymentNote, { memo, project, taxCode }: PaymentNoteBody): boolean {
  return stored.memo === memo && stored.project === project && stored.taxCode === taxCode;
}

/**
 * Replaces the note about a payment. Storing the same note again changes nothing.
 *
 * @throws Refusal `not_found`; `payment_note_changed` if somebody changed it since it was read
 */
export function setPaymentNote(
  context: AppContext,
  named: NamedPayment & { readonly userId: string },
  body: PaymentNoteBody,
): Promise<PaymentNote> {
  return inTransaction(context.db, async (tx) => {
    const movementId = await requirePayment(tx, named);
    const stored = presentNote(await findNote(tx, movementId));
    if (isSame(stored, body)) {
      return stored;
    }
    const revision = body.revision + 1;
    const isStored =
      stored.revision === body.revision &&
      (await putNote(tx, {
        movement_id: movementId,
        customer_id: named.customerId,
        memo: body.memo,
        project: body.project,
        tax_code: body.taxCode,
        revision,
        changed_by: named.userId,
        changed_at: context.clock.now(),
      }));
    if (!isStored) {
      throw new Refusal("payment_note_changed");
    }
    return { memo: body.memo, project: body.project, taxCode: body.taxCode, revision };
  });
}
