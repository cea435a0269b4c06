import { endpoint } from "../endpoint.ts";
import { holdings, holdingsQuery, spending, spendingQuery } from "./spending.schemas.ts";

const tag = "figures";
const access = "session";

export const getSpending = endpoint({
  method: "GET",
  path: "/api/figures/spending",
  summary: "Spending by category and by day",
  tag,
  access,
  query: spendingQuery,
  success: { status: 200, body: spending },
});

export const getHoldings = endpoint({
  method: "GET",
  path: "/api/figures/holdings",
  summary: "What the customer had at the end of each day",
  tag,
  access,
  query: holdingsQuery,
  success: { status: 200, body: holdings },
});

export const figuresEndpoints = { getSpending, getHoldings } as const;
