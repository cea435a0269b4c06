import { endpoint } from "../endpoint.ts";
import { idParams, listQuery, page } from "../fields.ts";
import { autoTopUp, autoTopUpBody, autoTopUpRun } from "./auto-top-up.schemas.ts";

const tag = "cards";
const access = "session";

export const getAutoTopUp = endpoint({
  method: "GET",
  path: "/api/cards/:id/auto-top-up",
  summary: "When a card is topped up by itself, and the fee in force",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: autoTopUp },
});

export const setAutoTopUp = endpoint({
  method: "PUT",
  path: "/api/cards/:id/auto-top-up",
  summary: "Set when a card is topped up by itself, or turn that off",
  tag,
  access,
  member: "move_money",
  idempotencyKey: "welcome",
  // A standing order would move money past a key's ceilings.
  keys: false,
  params: idParams,
  body: autoTopUpBody,
  success: { status: 200, body: autoTopUp },
  errors: [
    "card_changed",
    "card_closed",
    "card_closing",
    "card_of_mandate",
    "price_changed",
    "acceptance_required",
  ],
});

export const listAutoTopUps = endpoint({
  method: "GET",
  path: "/api/cards/:id/auto-top-ups",
  summary: "What automatic top-ups of a card did, newest first",
  tag,
  access,
  params: idParams,
  query: listQuery,
  success: { status: 200, body: page(autoTopUpRun) },
});

export const autoTopUpEndpoints = { getAutoTopUp, listAutoTopUps, setAutoTopUp } as const;
