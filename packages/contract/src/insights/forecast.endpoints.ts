import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import { cardHolds, declineBudget, likelyCharges, safeToSpend } from "./forecast.schemas.ts";

const tag = "outlook";
const access = "session";

export const getSafeToSpend = endpoint({
  method: "GET",
  path: "/api/cards/:id/safe-to-spend",
  summary: "What is safe to spend on a card, term by term",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: safeToSpend },
});

export const getCardHolds = endpoint({
  method: "GET",
  path: "/api/cards/:id/holds",
  summary: "Pending payments of a card: what changed them, and when they are released",
  tag,
  access,
  params: idParams,
  query: listQuery,
  success: { status: 200, body: cardHolds },
});

export const getDeclineBudget = endpoint({
  method: "GET",
  path: "/api/cards/:id/decline-budget",
  summary: "Declines of this month on a card, by reason, and what the next one costs",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: declineBudget },
});

export const getLikelyCharges = endpoint({
  method: "GET",
  path: "/api/cards/:id/likely-charges",
  summary: "Merchants likely to charge a card next",
  tag,
  access,
  params: idParams,
  query: listQuery,
  success: { status: 200, body: likelyCharges },
});

export const outlookEndpoints = {
  getSafeToSpend,
  getCardHolds,
  getDeclineBudget,
  getLikelyCharges,
} as const;
