import type {
  PreflightAnswer,
  PreflightBody,
} from "@tessera/contract/authorization/preflight.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { formatAmount } from "@tessera/money";
import { findActiveSegment } from "../../cards/issuance/index.ts";
import { findStanding } from "../../cards/lifecycle/index.ts";
import { presentExchange } from "../../insights/bills/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { priceOnCard, statedAmount } from "../conversion/index.ts";
import {
  bufferOf,
  type DecisionTime,
  decide,
  decisionTime,
  declineMessage,
  fixesOf,
  presentFixes,
  presentTrace,
  spendingWindows,
} from "../decision/index.ts";
import {
  askedCardOf,
  cardStateOf,
  drawStateOf,
  type PaymentCard,
  paymentCardOf,
} from "../holds/index.ts";
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
  const { amount, currency: stated = card.currency } = body;
  const asked = await priceOnCard(context, card, statedAmount({ amount, currency: stated }));
  const { amountMinor, currency, exchange, merchantAmount } = asked;
  const heldMinor = amountMinor + bufferOf(exchange);
  const isIssued = card.id !== NO_CARD;
  const funded = isIssued ? card : { ...card, availableMinor: heldMinor };
  const merchant = { ...body.merchant, category: categoryOf(body.merchant.mcc) };
  const risk = await readRisk(context, askedCardOf(funded), merchant.name, time);
  const draw = await drawStateOf(context, funded, asked, time);
  const decision = decide(
    cardStateOf(funded, risk, time, draw),
    {
      ...{ amountMinor, earlierMinor: 0n, merchant, channel: body.presence },
      ...{ currency: stated, exchange, unpriced: asked.unpriced },
    },
    time,
  );
  const drawn = decision.draw;
  const approved = decision.decision === "approve";
  const fixes = presentFixes(fixesOf(decision.trace), card.currency);
  return {
    approved,
    code: decision.code,
    message: declineMessage(decision.code, locale),
    amount: formatAmount(amountMinor, currency),
    currency,
    ...(merchantAmount !== undefined && {
      exchange: {
        ...presentExchange(merchantAmount, exchange),
        fee: formatAmount(exchange?.feeMinor ?? 0n, currency),
        held: formatAmount(heldMinor, currency),
      },
    }),
    ...(approved &&
      isIssued && {
        availableAfter: formatAmount(
          card.availableMinor - heldMinor + (drawn?.amountMinor ?? 0n),
          currency,
        ),
      }),
    ...(drawn !== undefined && {
      draw: {
        amount: formatAmount(drawn.amountMinor, currency),
        fee: formatAmount(drawn.feeMinor, currency),
        feeBasisPoints: drawn.feeBasisPoints,
      },
    }),
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
      blocksForeign: false,
      spentDayMinor: 0n,
      spentMonthMinor: 0n,
      draw: null,
      drawnDayMinor: 0n,
      keepAliveDayMinor: 0n,
      tier: segment.type,
      riskRevision: await riskRevisionOf(db.kysely, customerId),
      programmeRevision: await programRulesRevision(db.kysely),
      freezes: null,
      schedule: null,
      usage: "standard",
      mandate: null,
      lockedMerchantKey: null,
      predecessors: [],
    }
  );
}
