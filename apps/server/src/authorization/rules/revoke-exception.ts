import type { Grant } from "@tessera/contract/authorization/risk.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { StrategyAuthor } from "./create-strategy.ts";
import { presentGrant } from "./exceptions.presenter.ts";
import { findGrant, revokeGrantRow } from "./exceptions.repository.ts";
import { lockCustomer, raiseRevision } from "./strategy-records.repository.ts";

/**
 * Revokes an exception. An exception that has been used or has expired stays as it is.
 *
 * @throws Refusal `not_found`
 */
export async function revokeGrant(
  context: AppContext,
  { customerId, actor, requestId }: StrategyAuthor,
  grantId: string | undefined,
): Promise<Grant> {
  const now = context.clock.now();
  const grant = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const found = grantId === undefined ? undefined : await findGrant(tx, customerId, grantId);
    if (found === undefined) {
      throw new Refusal("not_found");
    }
    if (found.is_used || found.revoked_at !== null || found.expires_at <= now) {
      return found;
    }
    await revokeGrantRow(tx, found.id, now);
    await raiseRevision(tx, customerId);
    await context.ledger.appendAudit(tx, [
      {
        action: "payment.disallow",
        actor,
        customerId,
        object: found.movement_id,
        outcome: "ok",
        requestId,
        data: { grantId: found.id },
      },
    ]);
    return { ...found, revoked_at: now };
  });
  await context.events.publish(customerId, "risk", {});
  return presentGrant(grant, now);
}
