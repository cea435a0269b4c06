import { databaseErrorKind } from "@tessera/database";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { deleteFlag, insertFlag } from "./flags.repository.ts";
import type { Decider } from "./review-case.ts";

interface Flagging {
  readonly customerId: string;
  readonly flagged: boolean;
  readonly reason: string;
  readonly by: Decider;
}

/** Does what {@link flagCustomer} does, in a transaction. */
export async function flagCustomerIn(
  { clock, ledger }: Pick<AppContext, "clock" | "ledger">,
  tx: Tx,
  { customerId, flagged, reason, by }: Flagging,
): Promise<void> {
  const now = clock.now();
  const row = { customer_id: customerId, reason, flagged_by: by.actor, flagged_at: now };
  const isNew = flagged ? await insertFlag(tx, row) : await deleteFlag(tx, customerId);
  if (isNew) {
    await ledger.appendAudit({ kysely: tx }, [
      {
        action: "customer.review_flag",
        actor: by.actor,
        customerId,
        object: wireId("cus", customerId),
        outcome: "ok",
        requestId: by.requestId,
        data: { role: by.role, reason, before: { flagged: !flagged }, after: { flagged } },
      },
    ]);
  }
}

/**
 * Flags a customer, so that their future requests are reviewed, or removes the flag. Repeating the
 * call changes nothing.
 *
 * @throws Refusal `not_found`
 */
export async function flagCustomer(
  context: AppContext,
  { customerId, ...flagging }: Omit<Flagging, "customerId"> & { customerId: string | undefined },
): Promise<{ customerId: string; flagged: boolean }> {
  if (customerId === undefined) {
    throw new Refusal("not_found");
  }
  try {
    await inTransaction(context.db, (tx) =>
      flagCustomerIn(context, tx, { customerId, ...flagging }),
    );
  } catch (error) {
    // A foreign key violation means that the customer does not exist.
    if (databaseErrorKind(error) === "foreign_key_violation") {
      throw new Refusal("not_found", { cause: error });
    }
    throw error;
  }
  return { customerId: wireId("cus", customerId), flagged: flagging.flagged };
}
