import type { HeldCase } from "@tessera/contract/back-office/reviews.schemas";
import type { Facts } from "@tessera/contract/back-office/support.schemas";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { getReview } from "../../cases/index.ts";
import { type FactsQuestion, type Known, NOTHING } from "./facts-reader.ts";

/** Returns the facts about a case other than its status: whose turn it is, and when it is due. */
export function factsOfCase({ id, kind, turn, dueAt }: HeldCase): NonNullable<Facts["case"]> {
  return { id, kind, turn, dueAt };
}

/**
 * Returns the facts about a case as its customer sees them.
 *
 * @throws Refusal `not_found`
 */
export async function factsOfReviewCase(
  context: AppContext,
  { customerId, id }: FactsQuestion,
): Promise<Known> {
  const found = await getReview(context, customerId, id);
  if (found.kind === "payment") {
    throw new Refusal("not_found");
  }
  return {
    ...NOTHING,
    title: found.label,
    status: found.status,
    currency: found.currency,
    amount: found.amount,
    at: found.at,
    case: factsOfCase(found),
  };
}
