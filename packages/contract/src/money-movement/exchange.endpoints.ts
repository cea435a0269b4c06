import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { proposal } from "../identity/proposals.schemas.ts";
import {
  createExchangeBody,
  exchange,
  exchangeQuote,
  openPositions,
  proposeBankTradeBody,
  quoteExchangeBody,
  rateHistory,
  rateHistoryQuery,
} from "./exchange.schemas.ts";

const tag = "wallet";
const access = "session";

export const quoteExchange = endpoint({
  method: "POST",
  path: "/api/wallet/exchanges/quote",
  summary: "A quote for an exchange between two own accounts; valid for one minute",
  tag,
  access,
  body: quoteExchangeBody,
  success: { status: 201, body: exchangeQuote },
  errors: [
    "exchange_out_of_bounds",
    "exchange_paused",
    "insufficient_funds",
    "rates_unavailable",
    "rates_not_current",
    "not_offered",
    "acceptance_required",
    "account_closed",
    "withdrawals_on_hold",
  ],
});

export const createExchange = endpoint({
  method: "POST",
  path: "/api/wallet/exchanges",
  summary: "Exchange as quoted: both amounts move, or neither does",
  tag,
  access,
  idempotencyKey: "required",
  body: createExchangeBody,
  success: { status: 201, body: exchange },
  errors: [
    "not_found",
    "api_key_ceiling_exceeded",
    "quote_expired",
    "quote_used",
    "insufficient_funds",
    "exchange_paused",
    "rates_unavailable",
    "not_offered",
    "account_suspended",
    "account_closed",
    "withdrawals_on_hold",
    "acceptance_required",
  ],
});

export const getExchange = endpoint({
  method: "GET",
  path: "/api/wallet/exchanges/:id",
  summary: "One exchange: both amounts, the rate and the spread",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: exchange },
});

export const getRateHistory = endpoint({
  method: "GET",
  path: "/api/wallet/rates/history",
  summary: "The rate between two currencies over the last 30 days, before any spread",
  tag,
  access,
  query: rateHistoryQuery,
  success: { status: 200, body: rateHistory },
  errors: ["not_offered"],
});

export const getOpenPositions = endpoint({
  method: "GET",
  path: "/api/admin/exchange/positions",
  summary: "The program's open position in each currency, its limit, and the last day's volume",
  tag: "board",
  access: "operator",
  roles: ["reviewer", "administrator", "auditor"],
  success: { status: 200, body: openPositions },
});

export const proposeBankTrade = endpoint({
  method: "POST",
  path: "/api/admin/exchange/trades",
  summary: "Propose to record a trade with a bank, booked once another administrator approves",
  tag: "board",
  access: "operator",
  roles: ["administrator"],
  idempotencyKey: "welcome",
  proof: true,
  body: proposeBankTradeBody,
  success: { status: 201, body: proposal },
  errors: ["bank_trade_recorded", "no_second_administrator"],
});

export const exchangeEndpoints = {
  quoteExchange,
  createExchange,
  getExchange,
  getRateHistory,
} as const;

export const openPositionEndpoints = { getOpenPositions, proposeBankTrade } as const;
