import type {
  Card,
  CardFreeze,
  FundingReceipt,
  Quote,
} from "@tessera/contract/cards/cards.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { type DecisionTime, isPastExpiry } from "../../authorization/decision/index.ts";
import type { CardQuoteRow } from "../../db/tables/cards.tables.ts";
import { wireId } from "../../platform/ids.ts";
import type { QuoteTerms } from "../pricing/index.ts";
import { depositBasisPointsOf } from "../pricing/index.ts";
import { restAt } from "./card-schedule.policy.ts";
import { statusOf } from "./card-status.policy.ts";
import type { CardStanding } from "./cards.repository.ts";

/** The data needed to present a card, in addition to its row. */
export interface CardReading {
  readonly time: DecisionTime;
  /** The program's time zone, an IANA name. */
  readonly timeZone: string;
  /** The published fee. A card product may charge less. */
  readonly depositFeeBasisPoints: number;
  /** Whether the program offers cards that draw on the account. */
  readonly drawOffered: boolean;
}

function isForOnePayment({ usage, mandate_id: mandateId }: CardStanding): boolean {
  return usage === "single_use" || mandateId !== null;
}

/** Converts a card to the form shown to its owner. Columns not listed here are not exposed. */
export function presentCard(card: CardStanding, reading: CardReading): Card {
  const { time, timeZone, depositFeeBasisPoints } = reading;
  const { period } = time;
  const money = (amountMinor: bigint) => formatAmount(amountMinor, card.currency);
  const limit = (minor: bigint | null) => (minor === null ? null : money(minor));
  const [replaces] = card.predecessors;
  return {
    id: wireId("card", card.id),
    nickname: card.nickname,
    tags: card.tags,
    network: card.network,
    type: card.type,
    currency: card.currency,
    last4: card.last4,
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
    status: statusOf(card.status, isPastExpiry(card.expiry_month, card.expiry_year, period.month)),
    // Negative if a force post took more than the balance.
    balance: money(card.posted_minor - card.owed_minor),
    held: money(card.held_minor),
    spentToday: money(card.spent_day_minor),
    monthlyLimit: money(card.monthly_limit_minor),
    spentThisMonth: money(card.spent_month_minor),
    dailyLimit: money(card.daily_limit_minor),
    perTransactionLimit: money(card.per_transaction_limit_minor),
    ownLimits: {
      perTransaction: limit(card.own_per_transaction_limit_minor),
      daily: limit(card.own_daily_limit_minor),
      monthly: limit(card.own_monthly_limit_minor),
    },
    foreignPayments: card.blocks_foreign ? "blocked" : "allowed",
    ...(reading.drawOffered && { draw: drawOf(card), keepAlive: keepAliveOf(card) }),
    depositFeeBasisPoints: depositBasisPointsOf(
      depositFeeBasisPoints,
      card.own_deposit_basis_points,
    ),
    dailyResetsAt: period.dayResetsAt.toISOString(),
    monthlyResetsAt: period.monthResetsAt.toISOString(),
    createdAt: card.created_at.toISOString(),
    freezes: freezesOf(card, time),
    schedule: { timeZone, windows: [...(card.schedule?.windows ?? [])] },
    usage: card.usage,
    used: isForOnePayment(card) && card.uses > 0n,
    mandateId: card.mandate_id === null ? null : wireId("mdt", card.mandate_id),
    lockedMerchant: card.locked_merchant_name,
    replaces: replaces === undefined ? null : wireId("card", replaces),
    replacedBy: card.replaced_by === null ? null : wireId("card", card.replaced_by),
    closing:
      card.status === "closing" && card.closing_since !== null
        ? {
            since: card.closing_since.toISOString(),
            pendingPayments: Number(card.pending_payments),
          }
        : null,
    numberAt: card.number_at ?? "tessera",
    revision: card.revision,
  };
}

/** Returns what a card draws on the account, as its owner has set it. */
function drawOf({ draw, drawn_day_minor: drawnMinor, currency }: CardStanding): Card["draw"] {
  return draw === null || BigInt(draw.dailyMinor) === 0n
    ? null
    : {
        daily: formatAmount(BigInt(draw.dailyMinor), currency),
        drawnToday: formatAmount(drawnMinor, currency),
        feeBasisPoints: draw.feeBasisPoints,
        merchants: draw.merchants === null ? null : [...draw.merchants],
      };
}

/** Returns the merchants that the owner wants kept paid, with what they draw. */
function keepAliveOf(card: CardStanding): Card["keepAlive"] {
  const { draw, keep_alive_day_minor: drawnMinor, currency } = card;
  const keepAlive = draw?.keepAlive ?? null;
  return (
    keepAlive && {
      daily: formatAmount(BigInt(keepAlive.dailyMinor), currency),
      drawnToday: formatAmount(drawnMinor, currency),
      feeBasisPoints: keepAlive.feeBasisPoints,
      merchants: [...keepAlive.merchants],
    }
  );
}

const MINUTE_MS = 60_000;

/**
 * Returns every layer that prevents the use of the card. Layers that expire on their own come last.
 */
function freezesOf(card: CardStanding, { now, period, minuteOfDay }: DecisionTime): CardFreeze[] {
  const set = (card.freezes ?? []).map(({ layer, reason, since }) => ({
    layer,
    reason,
    since: new Date(since).toISOString(),
    until: null,
  }));
  const at = { day: period.day, minuteOfDay };
  const rest = card.status === "closed" ? undefined : restAt(card.schedule?.windows ?? [], at);
  if (rest === undefined) {
    return set;
  }
  const minuteMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const after = (minutes: number) => new Date(minuteMs + minutes * MINUTE_MS).toISOString();
  const until = rest.leftMinutes === null ? null : after(rest.leftMinutes);
  const since = after(-rest.sinceMinutes);
  return [...set, { layer: "schedule", reason: "schedule", since, until }];
}

export function presentQuote(quote: CardQuoteRow, terms: QuoteTerms): Quote {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, quote.currency);
  return {
    quoteId: wireId("quo", quote.id),
    operation: quote.operation,
    amount: money(terms.amountMinor),
    fee: money(terms.feeMinor),
    feeBasisPoints: terms.feeBasisPoints,
    total: money(terms.totalMinor),
    currency: quote.currency,
    accountBalanceAfter: money(terms.accountAfterMinor),
    cardBalanceAfter: money(terms.cardAfterMinor),
    expiresAt: quote.expires_at.toISOString(),
  };
}

/** The amounts moved by a redeemed quote, in minor units of `currency`. */
export interface Funding {
  readonly movementId: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly accountMinor: bigint;
  readonly cardMinor: bigint;
  /**
   * Whether the ledger alone can reproduce this response on every retry, and whether this call was
   * a retry.
   */
  readonly inLedger: boolean;
  readonly repeated: boolean;
}

export function presentFunding(funding: Funding): FundingReceipt {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, funding.currency);
  return {
    movementId: wireId("mov", funding.movementId),
    status: "completed",
    amount: money(funding.amountMinor),
    fee: money(funding.feeMinor),
    total: money(funding.amountMinor + funding.feeMinor),
    currency: funding.currency,
    accountBalance: money(funding.accountMinor),
    cardBalance: money(funding.cardMinor),
  };
}
