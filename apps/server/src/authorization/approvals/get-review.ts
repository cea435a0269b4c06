import type { PaymentReview } from "@tessera/contract/authorization/risk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { presentReview } from "./reviews.presenter.ts";
import { findOwnReview } from "./reviews.repository.ts";

/**
 * Returns a payment that was held for the customer's approval.
 *
 * @throws Refusal `not_found` if it does not exist or belongs to another customer
 */
export async function getReview(
  context: AppContext,
  customerId: string,
  id: string | undefined,
): Promise<PaymentReview> {
  const review =
    id === undefined ? undefined : await findOwnReview(context.db.kysely, customerId, id);
  if (review === undefined) {
    throw new Refusal("not_found");
  }
  return presentReview(review);
}
