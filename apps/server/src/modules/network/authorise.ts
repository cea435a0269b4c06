import {
  DeadlineError,
  LedgerBusyError,
  LedgerClosedError,
  type Movement,
  type Result,
} from "@tessera/ledger";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { indebted, lockCard, repayDebt } from "../cards/index.ts";
import { cvvMatches } from "../issuing/index.ts";
import {
  type Decision,
  type DecisionTime,
  decide,
  type PaymentEvent,
  periodIn,
  spendingWindows,
} from "../risk/index.ts";
import { declined } from "./decline-movement.ts";
import { holdExpiry } from "./merchant-category.policy.ts";
import { cardStateOf, type PaymentCard } from "./payment-card.ts";
import type { PaymentCardLookup } from "./payment-card-lookup.ts";
import { declinedPayment, paymentMovement } from "./payment-movement.ts";
import type { NetworkOutcome, PaymentRequest } from "./payment-request.ts";
import { limitGuards } from "./spending-guards.ts";
import { keepAsking, settleHold } from "./unanswered-holds.ts";

/** Decisions on fresh state before a payment is given up as unanswerable. */
const MAX_DECISIONS = 3;
const DEADLINE_MS = 2_000;

/**
 * Answers whether a card may pay, and sets the money aside where it may.
 *
 * The decision is made on a snapshot and nothing is locked while it is made. What it rests on
 * (balance, day and month counters, freeze, closing) is checked once more by the ledger in the
 * step that takes the hold; where that refuses, the card is read and judged anew. Static facts
 * (expiry, CVV, currency, limit per transaction) cannot change in between.
 *
 * A payment whose decision cannot be written in time is declined: no answer is never a yes.
 */
export async function authorise(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
): Promise<NetworkOutcome> {
  const now = context.clock.now();
  const period = periodIn(context.config.timeZone, now);
  const time: DecisionTime = { now, period };
  const { currency } = request;
  for (let tries = 0; tries < MAX_DECISIONS; tries++) {
    const card = await cards.find(request.pan, now);
    if (card === null) {
      return { ...refused("card_not_found"), movementId: newId(now), currency };
    }
    const decision = decide(cardStateOf(card), eventOf(context, card, request), time);
    if (canRepay(card, decision) && (await repayFirst(context, card))) {
      continue;
    }
    if (decision.decision === "decline") {
      return declined(context, card, request, decision);
    }
    const movement = purchase(card, request, time);
    const result = await hold(context, movement);
    if (result === "unsent") {
      break;
    }
    if (result === "unknown") {
      return answerUnknown(context, card, request, movement);
    }
    if (result.outcome !== "refused") {
      return approved(movement, request);
    }
    context.log.debug(
      { cardId: card.id, reason: result.reason },
      "an authorisation is judged anew",
    );
  }
  const card = await cards.find(request.pan, now);
  const timedOut: Decision = { decision: "decline", code: "system_timeout", trace: [] };
  return card === null
    ? { ...refused("card_not_found"), movementId: newId(now), currency }
    : declined(context, card, request, timedOut);
}

function approved({ id }: Movement, { amountMinor, currency }: PaymentRequest): NetworkOutcome {
  return { movementId: id, approved: true, code: "approved", amountMinor, currency };
}

/**
 * Answers a payment whose hold may stand or not (decision 0027). Whatever is answered here is made
 * true in the end.
 */
async function answerUnknown(
  context: AppContext,
  card: PaymentCard,
  request: PaymentRequest,
  movement: Movement,
): Promise<NetworkOutcome> {
  const { id, eventAt, currency } = movement;
  const payment = paymentMovement(id, eventAt, card, request);
  const decline = declinedPayment(payment, "system_timeout");
  const settled = await settleHold(context, decline);
  if (settled === "held") {
    return approved(movement, request);
  }
  if (settled === "unknown") {
    keepAsking(context, decline);
  }
  return { ...refused("system_timeout"), movementId: id, currency };
}

function refused(code: string) {
  return { approved: false, code, amountMinor: 0n };
}

function eventOf(context: AppContext, card: PaymentCard, request: PaymentRequest): PaymentEvent {
  const { pan, cvv } = request;
  const { expiryMonth, expiryYear } = card;
  const matches =
    cvv !== undefined && cvvMatches(context.keys, { pan, expiryMonth, expiryYear }, cvv);
  return {
    amountMinor: request.amountMinor,
    earlierMinor: 0n,
    currency: request.currency,
    details: {
      expiryMonth: request.expiryMonth,
      expiryYear: request.expiryYear,
      cvv: cvv === undefined ? "not_given" : matches ? "match" : "mismatch",
    },
  };
}

/** A deposit that overlapped with a forced posting can leave money beside a debt. */
function canRepay(card: PaymentCard, decision: Decision): boolean {
  return decision.code === "negative_balance" && card.availableMinor > 0n;
}

/** @returns whether nothing is owed any more, so that the card is worth another look */
async function repayFirst(context: AppContext, card: PaymentCard): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const locked = await lockCard(tx, card.customerId, card.id);
    return locked !== undefined && (await repayDebt(context, tx, indebted(locked), null)) === 0n;
  });
}

async function hold(
  context: AppContext,
  movement: Movement,
): Promise<Result | "unsent" | "unknown"> {
  try {
    return await context.ledger.submit(movement, {
      priority: "authorisation",
      deadlineMs: DEADLINE_MS,
    });
  } catch (error) {
    context.log.error({ err: error, movementId: movement.id }, "an authorisation found no answer");
    const isUnsent =
      error instanceof DeadlineError ||
      error instanceof LedgerBusyError ||
      error instanceof LedgerClosedError;
    return isUnsent ? "unsent" : "unknown";
  }
}

function purchase(card: PaymentCard, request: PaymentRequest, time: DecisionTime): Movement {
  const { amountMinor, merchant } = request;
  const id = newId(time.now);
  return {
    ...paymentMovement(id, time.now, card, request),
    status: "processing",
    legs: [
      {
        type: "hold",
        // An authorisation has one hold, so they share their id.
        holdId: id,
        account: card.cardAccount,
        amountMinor,
        expiresAt: holdExpiry(merchant.mcc, time.now),
      },
    ],
    guards: limitGuards(card, spendingWindows(time.period), amountMinor),
  };
}
