import { parseAmount } from "@tessera/money";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import {
  findAuthorizedCard,
  lockAuthorizedCard,
  pendingMinorOf,
  readAuthorization,
} from "../holds/index.ts";
import { amountOf, applyStep } from "./apply-step.ts";
import {
  decideUnmatched,
  lockUnmatched,
  type UnmatchedRecord,
} from "./unmatched-records.repository.ts";

export interface Match {
  /** UUIDs; undefined if the requested id is not valid. */
  readonly id: string | undefined;
  readonly authorisationId: string | undefined;
  /** The authorization's pending amount as the operator saw it, in wire format. */
  readonly pending: string;
  readonly act: OperatorAct;
}

/**
 * Applies a message to the authorization chosen by an operator, in the same transaction as the
 * audit event. Repeating the same match has no further effect.
 *
 * @throws Refusal `not_found`, `unmatched_settled`, `not_a_match`, `programme_changed` if the
 * authorization is no longer as the operator saw it, `authorization_closed`
 */
export async function matchUnmatched(context: AppContext, match: Match): Promise<void> {
  const { id, authorisationId: authorizationId, act } = match;
  if (id === undefined || authorizationId === undefined) {
    throw new Refusal("not_found");
  }
  await inTransaction(context.db, async (tx) => {
    const one = await lockUnmatched(tx, id);
    if (one === undefined) {
      throw new Refusal("not_found");
    }
    if (one.state === "applied" && one.authorisationId === authorizationId) {
      return;
    }
    if (one.state !== "waiting") {
      throw new Refusal("unmatched_settled");
    }
    await requireAsSeen(tx, one, authorizationId, match.pending);
    const { kind, amountMinor, currency, final } = one;
    const { movementId } = await applyStep(context, tx, {
      ...amountOf(one),
      authorisationId: authorizationId,
      kind,
      final,
    });
    const at = context.clock.now();
    await decideUnmatched(tx, id, {
      state: "applied",
      at,
      by: act.actor,
      reason: null,
      authorisationId: authorizationId,
    });
    await context.ledger.appendAudit(tx, [
      {
        action: "network.match",
        actor: act.actor,
        customerId: one.customerId,
        object: id,
        outcome: "ok",
        requestId: act.requestId,
        data: {
          role: act.role,
          kind,
          networkReference: one.networkReference,
          authorisationId: authorizationId,
          movementId,
          cardId: one.cardId,
          amountMinor: amountMinor?.toString() ?? null,
          currency,
        },
      },
    ]);
  });
}

/** Locks the card, and checks that the authorization is still as the operator saw it. */
async function requireAsSeen(
  tx: Tx,
  one: UnmatchedRecord,
  authorizationId: string,
  pending: string,
): Promise<void> {
  const found = await findAuthorizedCard(tx, { authorisationId: authorizationId });
  if (found?.cardId !== one.cardId || found.customerId !== one.customerId) {
    throw new Refusal("not_a_match");
  }
  await lockAuthorizedCard(tx, found);
  const authorization = await readAuthorization(tx, authorizationId);
  if (authorization.currency !== one.currency) {
    throw new Refusal("not_a_match");
  }
  if (pendingMinorOf(authorization) !== parseAmount(pending, one.currency)) {
    throw new Refusal("programme_changed");
  }
}
