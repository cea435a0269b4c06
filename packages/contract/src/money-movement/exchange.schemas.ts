import * as z from "zod/mini";
import { amount, currency, exactAmountInput, id, line, timestamp } from "../fields.ts";
import { MAX_OPERATOR_REASON } from "../identity/operators.schemas.ts";

/** How long a quote can be redeemed. */
export const EXCHANGE_QUOTE_SECONDS = 60;
/** The number of days that the history of a rate covers. */
export const RATE_HISTORY_DAYS = 30;

export const quoteExchangeBody = z
  .strictObject({
    /** The account that the money leaves. */
    from: currency,
    /** The account in which it arrives. */
    to: currency,
    /** The amount that leaves `from`. Exactly one of `sell` and `buy` is present. */
    sell: z.optional(exactAmountInput),
    /** The amount that arrives in `to`. */
    buy: z.optional(exactAmountInput),
  })
  .check(
    z.refine(({ from, to }) => from !== to, { error: "not_allowed", path: ["to"] }),
    z.refine(({ sell, buy }) => (sell === undefined) !== (buy === undefined), {
      error: "not_exactly_one",
      path: ["sell"],
    }),
  )
  .register(z.globalRegistry, { examples: [{ from: "USD", to: "EUR", sell: "100.00" }] });

const terms = {
  from: currency,
  to: currency,
  /** What leaves `from`. Nothing is charged in addition. */
  soldAmount: amount,
  /** What arrives in `to`. */
  boughtAmount: amount,
  /** Units of `to` per unit of `from`, in the middle of the market, as published by the source. */
  midRate: z.string(),
  /** Units of `to` per unit of `from`, after the spread. */
  rate: z.string(),
  /** The spread: how much worse the customer's rate is than the middle. */
  spreadBasisPoints: z.number(),
  /** Publisher of the rate. */
  rateSource: z.string(),
  /** The time of the rate, as reported by its source. */
  ratedAt: timestamp,
};

export const exchangeQuote = z.object({
  quoteId: z.string(),
  ...terms,
  /** The balances available after the exchange. */
  fromBalanceAfter: amount,
  toBalanceAfter: amount,
  expiresAt: timestamp,
});

export const createExchangeBody = z.strictObject({ quoteId: id("quo") });

/** An exchange that took place, with its movement in each of the two accounts. */
export const exchange = z.object({
  id: z.string(),
  ...terms,
  soldMovementId: z.string(),
  boughtMovementId: z.string(),
  createdAt: timestamp,
});

export const rateHistoryQuery = z
  .strictObject({ from: currency, to: currency })
  .check(z.refine(({ from, to }) => from !== to, { error: "not_allowed", path: ["to"] }));

/** The mid rates of the last 30 days, one for each day with a rate, oldest first. */
export const rateHistory = z.object({
  from: currency,
  to: currency,
  points: z.array(z.object({ at: timestamp, rate: z.string() })),
});

/** The program's open position in one currency. */
const openPosition = z.object({
  currency,
  /** What the program holds of the currency; negative if it owes it. */
  position: amount,
  /** The position's value without its sign, in US dollars; null if there are no rates. */
  dollars: z.nullable(amount),
  /** The part of the limit that is used, in percent; null if there are no rates. */
  usedPercent: z.nullable(z.number()),
  /** What customers sold and bought of the currency in the last 24 hours. */
  soldLastDay: amount,
  boughtLastDay: amount,
});

/** The open positions of a cell, and their limit in US dollars. */
export const openPositions = z.object({
  limit: amount,
  spreadBasisPoints: z.number(),
  positions: z.array(openPosition),
});

const traded = z.strictObject({ amount: exactAmountInput, currency });

/** A trade with a bank that offsets an open position, as the bank has confirmed it. */
export const proposeBankTradeBody = z
  .strictObject({
    /** What the program gave to the bank. */
    sold: traded,
    /** What the program got from the bank. */
    bought: traded,
    /** What the bank calls the trade. A trade is recorded once. */
    bankReference: line(80),
    reason: line(MAX_OPERATOR_REASON),
  })
  .check(
    z.refine(({ sold, bought }) => sold.currency !== bought.currency, {
      error: "not_allowed",
      path: ["bought", "currency"],
    }),
  )
  .register(z.globalRegistry, {
    examples: [
      {
        sold: { amount: "80000.00", currency: "EUR" },
        bought: { amount: "92750.00", currency: "USD" },
        bankReference: "FX-2026-11-28",
        reason: "Offset what customers sold this week",
      },
    ],
  });

export type ProposeBankTradeBody = z.output<typeof proposeBankTradeBody>;
export type QuoteExchangeBody = z.output<typeof quoteExchangeBody>;
export type ExchangeQuote = z.infer<typeof exchangeQuote>;
export type Exchange = z.infer<typeof exchange>;
export type RateHistory = z.infer<typeof rateHistory>;
export type OpenPosition = z.infer<typeof openPosition>;
export type OpenPositions = z.infer<typeof openPositions>;
