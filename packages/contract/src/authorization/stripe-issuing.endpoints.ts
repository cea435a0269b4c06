import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { numberElement, numberKey, numberKeyBody } from "./stripe-issuing.schemas.ts";

const tag = "cards";
const access = "session";

export const getNumberElement = endpoint({
  method: "GET",
  path: "/api/cards/:id/number-element",
  summary: "Stripe's id of a card, to show its number in Stripe's element",
  tag,
  access,
  member: "reveal_cards",
  keys: false,
  params: idParams,
  success: { status: 200, body: numberElement },
  errors: ["card_closed"],
});

export const createNumberKey = endpoint({
  method: "POST",
  path: "/api/cards/:id/number-key",
  summary:
    "A key for Stripe's element to show the card number; consumes a step-up token, is audited",
  tag,
  access,
  member: "reveal_cards",
  keys: false,
  idempotencyKey: { ignored: "secret" },
  proof: "once",
  params: idParams,
  body: numberKeyBody,
  success: { status: 201, body: numberKey },
  errors: ["card_closed", "issuer_unavailable"],
});

export const stripeIssuingEndpoints = { getNumberElement, createNumberKey } as const;
