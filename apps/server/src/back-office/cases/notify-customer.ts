import { findOperatorIds } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import type { CaseRow } from "./reviews.tables.ts";

/** The topic that notifies open screens of a changed case. */
const REVIEWS_TOPIC = "reviews";
const READERS = ["support", "reviewer", "administrator", "auditor"] as const;

/** Notifies the operators' open screens of a changed case, and its customer's if they see it. */
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
