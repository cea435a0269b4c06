import {
  DeadlineError,
  LedgerBusyError,
  LedgerClosedError,
  type Movement,
  type Result,
} from "@tessera/ledger";
import { indebted, lockCard, repayDebt } from "../../cards/lifecycle/index.ts";
import { cvvMatches } from "../../cards/vault/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newIdOfProcess } from "../../platform/ids.ts";
import { serverProcessOf } from "../../platform/processes/server-process.ts";
import { type AskedPayment, askedOnCard, currencyOfCard } from "../conversion/index.ts";
import {
  bufferOf,
  type Decision,
  type DecisionTime,
  decideTraced,
  decisionTime,
  type PaymentEvent,
  storedTrace,
  undecided,
} from "../decision/index.ts";
import type { PaymentCardLookup } from "../holds/index.ts";
import {
  askedCardOf,
  cardStateOf,
  declined,
  declinedPayment,
  drawData,
  drawStateOf,
  holdLegs,
  isNoted,
  type PaymentCard,
  paymentMovement,
  recordVerdict,
  type Verdict,
  writeDecline,
} from "../holds/index.ts";
import type { NetworkOutcome, PaymentRequest } from "../messages/index.ts";
import { holdExpiry } from "../messages/index.ts";
import { readRisk } from "../velocity/index.ts";
import { afterApproval, beforeJudgingAnew } from "./post-approval-effects.ts";
import { keepAsking, settleHold } from "./unanswered/unanswered-holds.ts";
import { countUnknownNumber } from "./unknown-numbers/count-unknown-number.ts";

/** Maximum number of decisions based on fresh state before a payment is declined. */
const MAX_DECISIONS = 3;
const DEADLINE_MS = 2_000;
/**
 * The decline code for an active card whose account was blocked without a freeze and accepts no
 * debits.
 */
const BLOCKED = "account_under_review";

/**
 * Decides whether a card may pay and, if so, holds the money.
 *
 * The decision is made on a snapshot without locks. The ledger rechecks everything the decision
 * depends on (balance, limit and strategy counters, freeze, closure) in the step that takes the
 * hold. If the ledger refuses, the card is read again and the payment is decided again. Static
 * facts (expiry, CVV, currency, limit per transaction) cannot change in between. If the owner
 * changes a limit in between, the new limit applies only to later payments.
 *
 * If the decision cannot be written in time, the payment is declined, since a missing response
 * never means approval.
 */
export async function authorize(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
): Promise<NetworkOutcome> {
  const now = context.clock.now();
  const time = decisionTime(context, now);
  let asked: AskedPayment | undefined;
  let refusedFor: string | undefined;
  for (let tries = 0; tries < MAX_DECISIONS; tries++) {
    const card = await cards.find(request.pan, now);
    if (card === null) {
      await countUnknownNumber(context, request.pan);
      return unknownCard(context, request, now);
    }
    asked ??= await askedOnCard(context, card, request);
    const risk = await readRisk(context, askedCardOf(card), request.merchant.name, time);
    const event = eventOf(context, card, asked);
    const draw = await drawStateOf(context, card, event, time);
    const decision = decideTraced(context, cardStateOf(card, risk, time, draw), event, time);
    request.told?.(decision);
    if (canRepay(card, decision) && (await repayFirst(context, card))) {
      continue;
    }
    if (decision.decision === "decline") {
      const { outcome, isOvertaken } = await writeDecline(context, card, asked, decision);
      if (isOvertaken) {
        continue;
      }
      return outcome;
    }
    const movement = purchase(context, card, asked, decision, time);
    const result = !isNoted(decision)
      ? await hold(context, movement)
      : await holdNoted(context, { card, asked, decision, movement });
    if (result === "unsent") {
      break;
    }
    if (result === "unknown") {
      return answerUnknown(context, card, asked, movement, decision);
    }
    if (result.outcome !== "refused") {
      await afterApproval(context, card, asked, decision);
      return approved(movement, decision);
    }
    await beforeJudgingAnew(context, card, result);
    refusedFor = result.reason;
    context.log.debug(
      { cardId: card.id, reason: result.reason },
      "an authorization is judged again",
    );
  }
  const code = refusedFor === "blocked" ? BLOCKED : "system_timeout";
  return giveUp(context, cards, request, { now, code });
}

async function giveUp(
  context: AppContext,
  cards: PaymentCardLookup,
  request: PaymentRequest,
  { now, code }: { readonly now: Date; readonly code: typeof BLOCKED | "system_timeout" },
): Promise<NetworkOutcome> {
  const card = await cards.find(request.pan, now);
  if (card === null) {
    return unknownCard(context, request, now);
  }
  const asked = await askedOnCard(context, card, request);
  return declined(context, card, asked, undecided(code));
}

function unknownCard(context: AppContext, request: PaymentRequest, now: Date): NetworkOutcome {
  const movementId = idOf(context, request, now);
  const currency = currencyOfCard(null, request.currency);
  return { ...refused("card_not_found"), movementId, currency };
}

function approved(
  { id: movementId, currency }: Movement,
  { approvedMinor: amountMinor, exchange }: Decision,
): NetworkOutcome {
  return {
    ...{ movementId, approved: true, code: "approved", amountMinor, currency },
    ...(exchange !== undefined && {
      merchantAmount: { amountMinor: exchange.merchantMinor, currency: exchange.currency },
    }),
  };
}

/**
 * Responds to a payment whose hold may or may not be committed (decision 0027). The hold is made
 * consistent with this response later.
 */
async function answerUnknown(
  context: AppContext,
  card: PaymentCard,
  asked: AskedPayment,
  movement: Movement,
  decision: Decision,
): Promise<NetworkOutcome> {
  const { id, eventAt, currency } = movement;
  const payment = paymentMovement(id, eventAt, card, asked);
  const decline = declinedPayment(payment, "system_timeout");
  const settled = await settleHold(context, decline);
  if (settled === "held") {
    await afterApproval(context, card, asked, decision);
    return approved(movement, decision);
  }
  if (settled === "unknown") {
    keepAsking(context, decline);
  }
  return { ...refused("system_timeout"), movementId: id, currency };
}

/**
 * Returns the id of a payment's movement and hold. The id contains the number of this process, so
 * that another server can find the hold if this one dies before it responds.
 */
function idOf(
  context: AppContext,
  { movementId }: Pick<PaymentRequest, "movementId">,
  now: Date,
): string {
  return movementId ?? newIdOfProcess(now, serverProcessOf(context)?.number ?? 0);
}

function refused(code: string) {
  return { approved: false, code, amountMinor: 0n };
}

function eventOf(context: AppContext, card: PaymentCard, request: AskedPayment): PaymentEvent {
  const { pan, cvv } = request;
  const { expiryMonth, expiryYear } = card;
  const matches =
    cvv !== undefined && cvvMatches(context.keys, { pan, expiryMonth, expiryYear }, cvv);
  return {
    amountMinor: request.amountMinor,
    earlierMinor: 0n,
    currency: request.merchantAmount?.currency ?? request.currency,
    exchange: request.exchange,
    unpriced: request.unpriced,
    merchant: request.merchant,
    channel: request.presence,
    takesPart: request.takesPart,
    details: {
      expiryMonth: request.expiryMonth,
      expiryYear: request.expiryYear,
      cvv: request.cvvCheck ?? (cvv === undefined ? "not_given" : matches ? "match" : "mismatch"),
    },
  };
}

/**
 * Returns whether the card has funds to repay its debt. If a deposit overlaps with a force post, a
 * card can have both funds and a debt.
 */
function canRepay(card: PaymentCard, decision: Decision): boolean {
  return decision.code === "negative_balance" && card.availableMinor > 0n;
}

/**
 * Repays the card's debt.
 *
 * @returns whether nothing is owed anymore, so that the payment can be decided again
 */
async function repayFirst(context: AppContext, card: PaymentCard): Promise<boolean> {
  return inTransaction(context.db.urgent, async (tx) => {
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
      priority: "authorization",
      deadlineMs: DEADLINE_MS,
    });
  } catch (error) {
    context.log.error(
      { err: error, movementId: movement.id },
      "an authorization got no result from the ledger",
    );
    const isUnsent =
      error instanceof DeadlineError ||
      error instanceof LedgerBusyError ||
      error instanceof LedgerClosedError;
    return isUnsent ? "unsent" : "unknown";
  }
}

/**
 * Holds the money for a payment that strategies acted on, and records the strategies' effects with
 * it.
 */
async function holdNoted(context: AppContext, verdict: Verdict): Promise<Result | "unknown"> {
  try {
    return await recordVerdict(context, verdict);
  } catch (error) {
    const { id: movementId } = verdict.movement;
    context.log.error({ err: error, movementId }, "an authorization got no result from the ledger");
    return "unknown";
  }
}

function purchase(
  context: AppContext,
  card: PaymentCard,
  request: AskedPayment,
  { approvedMinor: amountMinor, exchange, draw, journals, hits, trace }: Decision,
  time: DecisionTime,
): Movement {
  const id = idOf(context, request, time.now);
  const payment = paymentMovement(id, time.now, card, { ...request, amountMinor, exchange });
  const isPart = amountMinor < request.amountMinor;
  const allowed = trace.flatMap(({ isAllowed, strategyId }) =>
    isAllowed === true && strategyId !== undefined ? [strategyId] : [],
  );
  return {
    ...payment,
    data: {
      ...payment.data,
      ...(isPart && { askedMinor: request.amountMinor.toString() }),
      ...(allowed.length > 0 && { allowed }),
      ...(hits.length > 0 && storedTrace(trace)),
      ...drawData(draw),
    },
    // An account verification is complete once it has a response.
    status: amountMinor === 0n ? "completed" : "processing",
    legs:
      amountMinor === 0n
        ? []
        : holdLegs(
            id,
            card,
            amountMinor + bufferOf(exchange),
            draw,
            holdExpiry(request.merchant.mcc, time.now, request.presence),
          ),
    guards: journals.flatMap(({ guards }) => guards),
  };
}
