import { databaseErrorKind } from "@tessera/database";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { deleteFlag, insertFlag } from "./flags.repository.ts";
import type { Decider } from "./review-case.ts";

interface Flagging {
  readonly customerId: string | undefined;
  readonly flagged: boolean;
  readonly reason: string;
  readonly by: Decider;
}

/**
 * Flags a customer, so that their future requests are reviewed, or removes the flag. Repeating the
 * call changes nothing.
 *
 * @throws Refusal `not_found`
 */
export async function flagCustomer(
  context: AppContext,
  { customerId, flagged, reason, by }: Flagging,
): Promise<{ customerId: string; flagged: boolean }> {
  if (customerId === undefined) {
    throw new Refusal("not_found");
  }
  const now = context.clock.now();
  try {
    await inTransaction(context.db, async (tx) => {
      const row = { customer_id: customerId, reason, flagged_by: by.actor, flagged_at: now };
      const isNew = flagged ? await insertFlag(tx, row) : await deleteFlag(tx, customerId);
      if (isNew) {
        await context.ledger.appendAudit({ kysely: tx }, [
          {
            action: "customer.review_flag",
            actor: by.actor,
            customerId,
            object: wireId("cus", customerId),
            outcome: "ok",
            requestId: by.requestId,
            data: {
              role: by.role,
              reason,
              before: { flagged: !flagged },
              after: { flagged },
            },
          },
        ]);
      }
    });
  } catch (error) {
    // A foreign key violation means that the customer does not exist.
    if (databaseErrorKind(error) === "foreign_key_violation") {
      throw new Refusal("not_found", { cause: error });
    }
    throw error;
  }
  return { customerId: wireId("cus", customerId), flagged };
}
