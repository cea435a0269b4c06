import { findOperatorIds } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import type { CaseRow } from "./reviews.tables.ts";

/** What open screens hear when a case changes. */
const REVIEWS_TOPIC = "reviews";
const READERS = ["support", "reviewer", "administrator", "auditor"] as const;

/** Tells the operators' open screens that a case changed, and its customer's where they see it. */
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
