import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decideUnmatched, lockUnmatched } from "./unmatched-records.repository.ts";

export interface Dismissal {
  /** UUID; undefined if the requested id is not valid. */
  readonly id: string | undefined;
  readonly reason: string;
  readonly act: OperatorAct;
}

/**
 * Dismisses a message permanently. A dismissed clearing is not posted when its waiting period ends.
 * Repeating the same dismissal has no further effect.
 *
 * @throws Refusal `not_found`, `unmatched_settled`
 */
export async function dismissUnmatched(
  context: AppContext,
  { id, reason, act }: Dismissal,
): Promise<void> {
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  await inTransaction(context.db, async (tx) => {
    const one = await lockUnmatched(tx, id);
    if (one === undefined) {
      throw new Refusal("not_found");
    }
    if (one.state === "dismissed" && one.decidedBy === act.actor && one.reason === reason) {
      return;
    }
    if (one.state !== "waiting") {
      throw new Refusal("unmatched_settled");
    }
    await decideUnmatched(tx, id, {
      state: "dismissed",
      at: context.clock.now(),
      by: act.actor,
      reason,
      authorisationId: null,
    });
    await context.ledger.appendAudit(tx, [
      {
        action: "network.dismiss",
        actor: act.actor,
        customerId: one.customerId,
        object: id,
        outcome: "ok",
        requestId: act.requestId,
        data: {
          role: act.role,
          reason,
          kind: one.kind,
          networkReference: one.networkReference,
          cardId: one.cardId,
          amountMinor: one.amountMinor?.toString() ?? null,
          currency: one.currency,
        },
      },
    ]);
  });
}
