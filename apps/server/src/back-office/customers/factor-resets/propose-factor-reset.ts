import { hasSecondFactor } from "../../../identity/second-factor/index.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId, wireId } from "../../../platform/ids.ts";
import { openCase } from "../../cases/index.ts";
import { type CustomerViewer, viewCustomer } from "../view-customer.ts";
import { findOpenReset, insertFactorReset, lockCustomerRow } from "./factor-resets.repository.ts";

/**
 * Proposes a 2FA recovery: opens a case for operators, with the proposer's approval counting as the
 * first of two. Nothing changes until another operator approves. The customer gets an email and can
 * withdraw the case. If the same operator proposes the recovery again, returns the existing case.
 *
 * @throws Refusal `not_found`; `no_factor_to_reset`; `factor_reset_open`, with the proposer's name
 */
export async function proposeFactorReset(
  context: AppContext,
  viewer: CustomerViewer,
  { reason }: { readonly reason: string },
): Promise<{ reviewId: string }> {
  const { session, requestId } = viewer;
  const row = await viewCustomer(context, viewer);
  const { id: customerId, person_id: personId } = row;
  if (row.is_company) {
    // The members have factors, and each asks for their own.
    throw new Refusal("no_factor_to_reset");
  }
  const now = context.clock.now();
  return inTransaction(context.db, async (tx) => {
    await lockCustomerRow(tx, customerId);
    const open = await findOpenReset(tx, customerId);
    if (open !== undefined) {
      if (open.by === session.username && open.reason === reason) {
        return { reviewId: wireId("case", open.caseId) };
      }
      throw new Refusal("factor_reset_open", { changed: { by: open.by, at: open.at } });
    }
    if (!(await hasSecondFactor(tx, personId))) {
      throw new Refusal("no_factor_to_reset");
    }
    const id = newId(now);
    const { userId: operatorId, username: actor, role } = session;
    await insertFactorReset(tx, {
      id,
      customer_id: customerId,
      reason,
      proposer_id: operatorId,
      proposed_by: actor,
      proposed_at: now,
    });
    const caseId = await openCase(context, tx, {
      kind: "factor_reset",
      subjectId: id,
      customerId,
      amountMinor: null,
      currency: null,
      reasons: ["lost_factor"],
      needsTwo: true,
      proposer: { operatorId, actor, role, requestId },
    });
    return { reviewId: wireId("case", caseId) };
  });
}
