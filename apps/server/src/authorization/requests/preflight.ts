import type { PreflightAnswer, PreflightBody } from "@tessera/contract/authorization/risk.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { formatAmount } from "@tessera/money";
import { findActiveSegment } from "../../cards/issuance/index.ts";
import { findStanding } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import {
  type DecisionTime,
  decide,
  decisionTime,
  declineMessage,
  fixesOf,
  presentFixes,
  presentTrace,
  spendingWindows,
} from "../decision/index.ts";
import { askedCardOf, cardStateOf, type PaymentCard, paymentCardOf } from "../holds/index.ts";
import { categoryOf } from "../messages/index.ts";
import { programRulesRevision, riskRevisionOf } from "../rule-sets/index.ts";
import { readRisk } from "../velocity/index.ts";

interface PreflightInput {
  readonly customerId: string;
  readonly body: PreflightBody;
  readonly locale: Locale;
}

/** An id that no card has: an unissued card has no counters, and no rule names it. */
const NO_CARD = "00000000-0000-0000-0000-000000000000";

/**
 * Returns whether a payment would be approved now, based on the same decision as live traffic, and
 * the reasons if not. Writes nothing and guarantees nothing, since the funds may no longer be
 * available when the merchant authorizes.
 *
 * @throws Refusal `not_found`; `invalid_input` if it names both a card and a segment, or neither
 */
export async function preflight(
  context: AppContext,
  { customerId, body, locale }: PreflightInput,
): Promise<PreflightAnswer> {
  const time = decisionTime(context, context.clock.now());
  const card = await askedCard(context, customerId, body, time);
  const currency = body.currency ?? card.currency;
  const amountMinor = requireAmount(body.amount, currency);
  const isIssued = card.id !== NO_CARD;
  const funded = isIssued ? card : { ...card, availableMinor: amountMinor };
  const merchant = { ...body.merchant, category: categoryOf(body.merchant.mcc) };
  const risk = await readRisk(context, askedCardOf(funded), merchant.name, time);
  const decision = decide(
    cardStateOf(funded, risk, time),
    { amountMinor, earlierMinor: 0n, currency, merchant, channel: body.presence },
    time,
  );
  const approved = decision.decision === "approve";
  const fixes = presentFixes(fixesOf(decision.trace), card.currency);
  return {
    approved,
    code: decision.code,
    message: declineMessage(decision.code, locale),
    amount: formatAmount(amountMinor, currency),
    currency,
    ...(approved &&
      isIssued && { availableAfter: formatAmount(card.availableMinor - amountMinor, currency) }),
    trace: presentTrace(decision.trace, card.currency, locale),
    fixes: isIssued ? fixes : fixes.filter(({ kind }) => kind !== "top_up"),
  };
}

async function askedCard(
  context: AppContext,
  customerId: string,
  { cardId, segmentId }: PreflightBody,
  time: DecisionTime,
): Promise<PaymentCard> {
  if ((cardId === undefined) === (segmentId === undefined)) {
    const code = cardId === undefined ? "required" : "contradiction";
    throw new Refusal("invalid_input", { fields: [{ path: "cardId", code }] });
  }
  const card =
    cardId === undefined
      ? await cardOfSegment(context, customerId, parseId("seg", segmentId ?? ""), time)
      : await ownCard(context, customerId, parseId("card", cardId), time);
  if (card === undefined) {
    throw new Refusal("not_found");
  }
  return card;
}

async function ownCard(
  { db }: AppContext,
  customerId: string,
  cardId: string | undefined,
  { period }: DecisionTime,
): Promise<PaymentCard | undefined> {
  const standing =
    cardId === undefined
      ? undefined
      : await findStanding(db.kysely, customerId, cardId, spendingWindows(period));
  return standing && paymentCardOf(standing);
}

/** Returns a new card of a segment, in its initial state. */
async function cardOfSegment(
  { db }: AppContext,
  customerId: string,
  segmentId: string | undefined,
  { now }: DecisionTime,
): Promise<PaymentCard | undefined> {
  const segment =
    segmentId === undefined ? undefined : await findActiveSegment(db.kysely, segmentId);
  return (
    segment && {
      id: NO_CARD,
      customerId,
      currency: segment.currency,
      status: "active",
      accountStatus: 1,
      suspended: false,
      last4: "",
      expiryMonth: 12,
      expiryYear: now.getUTCFullYear() + 1,
      cardAccount: 0n,
      fundingAccount: 0n,
      receivableAccount: 0n,
      availableMinor: 0n,
      owedMinor: 0n,
      perTransactionLimitMinor: segment.per_transaction_limit_minor,
      dailyLimitMinor: segment.daily_limit_minor,
      monthlyLimitMinor: segment.monthly_limit_minor,
      ownPerTransactionLimitMinor: null,
      ownDailyLimitMinor: null,
      ownMonthlyLimitMinor: null,
      spentDayMinor: 0n,
      spentMonthMinor: 0n,
      tier: segment.type,
      riskRevision: await riskRevisionOf(db.kysely, customerId),
      programmeRevision: await programRulesRevision(db.kysely),
      freezes: null,
      schedule: null,
      usage: "standard",
      lockedMerchantKey: null,
      predecessors: [],
    }
  );
}
