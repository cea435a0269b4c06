import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";
import type { Movement, OutboxEvent } from "@tessera/ledger";
import { lockAnyCard } from "../../cards/lifecycle/index.ts";
import { requireUnlinked } from "../../identity/people/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, wireId } from "../../platform/ids.ts";
import { enqueueCorrectionMails } from "./adjustment-mails.ts";
import { signedMinor } from "./adjustment-standing.policy.ts";
import { updateCorrection } from "./adjustments.repository.ts";
import { auditedTerms } from "./audited-terms.policy.ts";
import type { CorrectionRow } from "./customers.tables.ts";
import { getCorrection } from "./read-adjustments.ts";
import { type CorrectionCommand, requireDecidable } from "./require-decidable.ts";
import { requirePossible } from "./require-possible.ts";

/**
 * Approves another operator's proposal at the revision that the approver saw, and moves the money.
 * The decision, movement, audit event and email are written in one transaction. A retry gets the
 * same response.
 *
 * @throws Refusal `not_found`, `correction_own`, `linked_by_invitation`, `correction_decided`,
 * `correction_changed`, `card_closed`; `correction_above_limit` and `correction_below_zero`, with
 * the amounts. A refusal leaves the proposal unchanged.
 */
export async function approveCorrection(
  context: AppContext,
  command: CorrectionCommand,
): Promise<Correction> {
  const { session } = command;
  return inTransaction(context.db, async (tx) => {
    const wanted = { of: "others", becomes: "approved" } as const;
    const { correction, isDone } = await requireDecidable(context, tx, command, wanted);
    if (!isDone) {
      await requireUnlinked(tx, session.userId, [correction.proposer_id]);
      await move(context, tx, correction, command);
      await enqueueCorrectionMails(context, tx, correction);
    }
    return getCorrection(context, { id: correction.id, reader: session }, tx);
  });
}

/**
 * Posts the movement and records the decision. A freeze stops the customer's payments, but not
 * adjustments to their balance, so the account is unblocked just for this posting. Its row stays
 * locked until the commit, so no other transaction sees it unblocked.
 */
async function move(
  context: AppContext,
  tx: Tx,
  correction: CorrectionRow,
  { session, requestId }: CorrectionCommand,
): Promise<void> {
  const { ledger, clock } = context;
  const { card_id: cardId, account } = correction;
  const card = cardId === null ? undefined : await lockAnyCard(tx, cardId);
  if (card?.status === "closed") {
    throw new Refusal("card_closed");
  }
  const status = await ledger.setAccountStatus(tx, account, "open");
  const { beforeMinor, afterMinor } = await requirePossible(context, tx, correction, card);
  const movement = movementOf(context, correction);
  const audit = {
    action: "correction.approve",
    actor: session.username,
    customerId: correction.customer_id,
    object: correction.id,
    outcome: "ok",
    requestId,
    data: { ...auditedTerms(correction), proposedBy: correction.proposed_by },
  } as const;
  const [result] = await ledger.post(tx, [{ ...movement, audit: [audit] }]);
  if (result?.outcome !== "posted") {
    const reason = result?.outcome === "refused" ? result.reason : "posted before";
    throw new Error(`the ledger did not post the adjustment ${correction.id}: ${reason}`);
  }
  if (status !== undefined && status !== "open") {
    await ledger.setAccountStatus(tx, account, status);
  }
  await updateCorrection(tx, correction.id, {
    status: "approved",
    decider_id: session.userId,
    decided_by: session.username,
    decided_at: clock.now(),
    movement_id: movement.id,
    before_minor: beforeMinor,
    after_minor: afterMinor,
  });
}

function movementOf({ ledger, clock }: AppContext, correction: CorrectionRow): Movement {
  const { account, currency, direction, amount_minor: amountMinor } = correction;
  const now = clock.now();
  const house = ledger.houseAccount("suspense", currency);
  const [debit, credit] = direction === "credit" ? [house, account] : [account, house];
  return {
    id: newId(now),
    customerId: correction.customer_id,
    kind: "correction",
    cardId: correction.card_id,
    parentId: null,
    status: "completed",
    currency,
    amountMinor: signedMinor(correction),
    feeMinor: 0n,
    // The operator's text stays with the adjustment, where it can be erased.
    title: "",
    data: { correctionId: correction.id },
    eventAt: now,
    // The ledger also guarantees that a proposal results in only one movement, no matter what
    // happens here.
    clientKey: `correction:${correction.id}`,
    legs: [{ type: "transfer", debit, credit, amountMinor }],
    events: eventsOf(correction),
  };
}

function eventsOf({ card_id: cardId }: CorrectionRow): OutboxEvent[] {
  return [
    ...(cardId === null ? [] : [{ topic: "card", body: { cardId: wireId("card", cardId) } }]),
    { topic: "wallet", body: {} },
    { topic: "bills", body: {} },
  ];
}
