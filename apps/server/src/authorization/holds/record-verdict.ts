import type { Movement, OutboxEvent, Result } from "@tessera/ledger";
import { countWrongTry, freezeWithin, lockCard } from "../../cards/lifecycle/index.ts";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId, wireId } from "../../platform/ids.ts";
import { OneAtATime } from "../../platform/jobs/one-at-a-time.ts";
import { defineService } from "../../platform/service.ts";
import { insertReview, REVIEW_HOURS } from "../approvals/index.ts";
import type { Decision } from "../decision/index.ts";
import { isRefusedCharge, tellOfRefusedCharge } from "../keep-alive/index.ts";
import { insertProgramHits } from "../rule-sets/index.ts";
import { enqueueHitMails, insertHits } from "../rules/index.ts";
import type { PaymentCard } from "./payment-card.ts";
import type { AskedPayment } from "./payment-movement.ts";

const HOUR_MS = 3_600_000;

/** An evaluated payment with the movement to write. */
export interface Verdict {
  readonly card: PaymentCard;
  readonly asked: AskedPayment;
  readonly decision: Decision;
  readonly movement: Movement;
}

/** Returns whether rules require that anything be recorded with a payment. */
export function isNoted({ hits, programHits }: Decision): boolean {
  return hits.length > 0 || programHits.length > 0;
}

/** Returns whether an active strategy asks for the card to be frozen. */
function freezes({ hits }: Decision): boolean {
  return hits.some(({ action, isShadow }) => action === "freeze" && !isShadow);
}

/** Returns the events that tell open screens about a payment that strategies acted on. */
function eventsOf({ card, decision }: Verdict): OutboxEvent[] {
  return [
    ...(decision.hits.length > 0 ? [{ topic: "risk", body: {} }] : []),
    ...(freezes(decision) ? [{ topic: "card", body: { cardId: wireId("card", card.id) } }] : []),
  ];
}

/**
 * Writes a payment together with all effects of its strategies (hits, review, freeze and emails),
 * and the email about a refused charge of a merchant to keep paid, or writes nothing.
 */
export async function recordVerdict(context: AppContext, verdict: Verdict): Promise<Result> {
  const { card, decision } = verdict;
  return inTransaction(context.db.urgent, async (tx) => {
    // Locks the card before the ledger's rows, since every change to a card takes its locks in this
    // order.
    const locked = freezes(decision) ? await lockCard(tx, card.customerId, card.id) : undefined;
    return recordWithin(context, tx, verdict, locked);
  });
}

/** Serializes this server's attempts on each card, before they wait for the card's row. */
const wrongTries = defineService("wrong tries", () => new OneAtATime());

/**
 * Writes a payment with wrong card details as {@link recordVerdict} does, and counts the attempt
 * against the card in the same transaction. Attempts on one card are serialized across all servers.
 * If the card has been frozen since the decision, nothing is written.
 *
 * @returns `stopped` if the payment must be decided again based on the card's current state
 */
export async function recordWrongTry(
  context: AppContext,
  verdict: Verdict,
): Promise<Result | "stopped"> {
  const { card, movement } = verdict;
  return context.use(wrongTries).run(card.id, () =>
    inTransaction(context.db, async (tx) => {
      const locked = await lockCard(tx, card.customerId, card.id);
      if (locked?.status !== "active") {
        return "stopped";
      }
      const result = await recordWithin(context, tx, verdict, locked);
      if (result.outcome === "posted") {
        await countWrongTry(context, tx, locked, movement.id);
      }
      return result;
    }),
  );
}

/**
 * Counts a wrong attempt that creates no movement, as for an account verification.
 *
 * @param id the request's id, so that the request is counted only once
 */
export async function countWrongQuestion(
  context: AppContext,
  card: Pick<PaymentCard, "id" | "customerId">,
  id: string,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const locked = await lockCard(tx, card.customerId, card.id);
    if (locked !== undefined) {
      await countWrongTry(context, tx, locked, id);
    }
  });
}

/**
 * Counts the attempt within a transaction.
 *
 * @param locked the card's row, if the transaction has locked it. Required for a freeze
 */
export async function recordWithin(
  context: AppContext,
  tx: Tx,
  verdict: Verdict,
  locked: CardRow | undefined,
): Promise<Result> {
  const { decision, movement } = verdict;
  const [result] = await context.ledger.post(tx, [{ ...movement, events: eventsOf(verdict) }]);
  if (result === undefined) {
    throw new Error("the ledger returned no result");
  }
  if (result.outcome === "posted") {
    await noteHits(tx, verdict);
    if (!isFrozen(verdict, locked)) {
      await mailHits(context, tx, verdict);
    }
    if (isRefusedCharge(verdict)) {
      await tellOfRefusedCharge(context, tx, verdict);
    }
    if (freezes(decision) && locked !== undefined) {
      const strategies = decision.hits.map(({ strategyId }) => strategyId);
      await freezeWithin(context, tx, locked, { movementId: movement.id, strategies });
    }
  }
  return result;
}

async function noteHits(tx: Tx, verdict: Verdict): Promise<void> {
  const { card, asked, decision, movement } = verdict;
  const { amountMinor, currency, merchant } = asked;
  const payment = {
    customer_id: card.customerId,
    movement_id: movement.id,
    card_id: card.id,
    amount_minor: amountMinor,
    currency,
    merchant,
  };
  const at = movement.eventAt;
  await insertHits(
    tx,
    decision.hits.map(({ strategyId, version, action, isShadow }) => ({
      ...payment,
      id: newId(at),
      strategy_id: strategyId,
      version,
      action,
      shadow: isShadow,
      at,
    })),
  );
  await insertProgramHits(
    tx,
    decision.programHits.map(({ ruleId, version, isShadow }) => ({
      ...payment,
      ...{ id: newId(at), rule_id: ruleId, version, shadow: isShadow, subject: "payment", at },
    })),
  );
  const stopping = decision.hits.filter(({ action, isShadow }) => action === "review" && !isShadow);
  const [first] = stopping;
  if (decision.code === "review_required" && first !== undefined) {
    await insertReview(tx, {
      ...payment,
      id: newId(at),
      strategies: stopping.map(({ strategyId }) => strategyId),
      strategy_name: first.name,
      created_at: at,
      expires_at: new Date(at.getTime() + REVIEW_HOURS * HOUR_MS),
      decided_at: null,
      grant_id: null,
    });
  }
}

/**
 * Returns whether the card was already frozen. If so, the payment is declined regardless of any
 * rule, and further attempts do not send the owner an email.
 */
function isFrozen({ decision }: Verdict, locked: CardRow | undefined): boolean {
  return (
    locked?.status === "frozen" ||
    decision.trace.some(({ check, passed }) => check === "card_not_frozen" && !passed)
  );
}

async function mailHits(
  context: AppContext,
  tx: Tx,
  { card: { customerId, last4 }, asked, decision: { hits } }: Verdict,
): Promise<void> {
  const { amountMinor, currency, merchant } = asked;
  const merchantName = merchant.name;
  const payment = { customerId, last4, amountMinor, currency, merchantName, hits };
  await enqueueHitMails(context, tx, payment);
}
