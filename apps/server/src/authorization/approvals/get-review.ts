import type { PaymentReview } from "@tessera/contract/authorization/risk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { presentReview } from "./reviews.presenter.ts";
import { findOwnReview } from "./reviews.repository.ts";

/**
 * One payment that was held for a customer's word.
 *
 * @throws Refusal `not_found` where it is missing or another customer's
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
