import { findOperatorIds } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import type { CaseRow } from "./reviews.tables.ts";

/** Topic of the event that tells open screens that a case has changed. */
const REVIEWS_TOPIC = "reviews";
const READERS = ["support", "reviewer", "administrator", "auditor"] as const;

/**
 * Notifies operators' open screens that a case has changed, and the customer's screens if the
 * customer can see the change.
 */
export async function tellOfCase(
  context: AppContext,
  tx: Tx,
  { id, customer_id: owner }: Pick<CaseRow, "id" | "customer_id">,
  isForOwner: boolean,
): Promise<void> {
  const operators = await findOperatorIds(tx, READERS);
  const readers = isForOwner ? [owner, ...operators] : operators;
  await context.ledger.appendEvents(
    tx,
    readers.map((customerId) => ({
      topic: REVIEWS_TOPIC,
      body: { customerId, id: wireId("case", id) },
    })),
  );
}
