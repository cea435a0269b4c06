import { FEE_NOTICE_SECONDS } from "@tessera/contract/back-office/program.schemas";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type FeeRecord, findFees, insertCancellation, lockFees } from "./fees.repository.ts";
import { auditedFees } from "./publish-fees.ts";

const VERSION = /^[1-9][0-9]{0,8}$/;

/**
 * Cancels a fee version before it takes effect. Canceling it again changes nothing.
 *
 * @param version the version's number, as typed
 * @throws Refusal `not_found`, `fees_in_force` (also during the last minute before the version
 * takes effect)
 */
export async function cancelFees(
  context: AppContext,
  version: string,
  act: OperatorAct,
): Promise<FeeRecord> {
  return inTransaction(context.db, async (tx) => {
    await lockFees(tx);
    const fees = VERSION.test(version) ? await findFees(tx, Number(version)) : undefined;
    if (fees === undefined) {
      throw new Refusal("not_found");
    }
    if (fees.cancelled_at !== null) {
      return fees;
    }
    const now = context.clock.now();
    if (fees.effective_from.getTime() < now.getTime() + FEE_NOTICE_SECONDS * 1_000) {
      throw new Refusal("fees_in_force");
    }
    await insertCancellation(tx, fees.version, { by: act.actor, at: now });
    await context.ledger.appendAudit(tx, [
      {
        action: "fees.cancel",
        actor: act.actor,
        customerId: null,
        object: version,
        outcome: "ok",
        requestId: act.requestId,
        data: { role: act.role, before: auditedFees(fees) },
      },
    ]);
    return { ...fees, cancelled_by: act.actor, cancelled_at: now };
  });
}
