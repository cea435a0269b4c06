import { endpoint } from "../endpoint.ts";
import { idParams, listQuery, page } from "../fields.ts";
import {
  applyBody,
  cardApplication,
  cardLimits,
  cardSecrets,
  cardSegment,
  replaceBody,
  replacement,
} from "./cards.schemas.ts";

/** Errors returned when an issuer rejects a cardholder or a card. */
export const ISSUER_REFUSALS = [
  "issuer_unavailable",
  "holder_facts_missing",
  "holder_facts_refused",
  "holder_under_review",
  "holder_refused",
  "holder_country_not_served",
  "card_not_issued",
] as const;

const tag = "cards";
const access = "session";

export const listSegments = endpoint({
  method: "GET",
  path: "/api/card-segments",
  summary: "Card products to apply for; none if new cards are not offered",
  tag,
  access,
  query: listQuery,
  success: { status: 200, body: page(cardSegment) },
});

export const listCardLimits = endpoint({
  method: "GET",
  path: "/api/card-limits",
  summary: "The highest spending limits of cards, by type and currency",
  tag,
  access: "public",
  query: listQuery,
  success: { status: 200, body: page(cardLimits) },
});

export const applyForCard = endpoint({
  method: "POST",
  path: "/api/card-applications",
  summary: "Apply for a card; the opening fee shown is the fee charged",
  tag,
  access,
  keys: false,
  idempotencyKey: "required",
  body: applyBody,
  success: { status: 201, body: cardApplication },
  errors: [
    ...ISSUER_REFUSALS,
    "not_found",
    "price_changed",
    "insufficient_funds",
    "segment_out_of_stock",
    "not_offered",
    "account_suspended",
    "acceptance_required",
    "account_closing_open",
    "country_not_served",
    "too_many_new_cards",
  ],
});

export const listApplications = endpoint({
  method: "GET",
  path: "/api/card-applications",
  summary: "The customer's card applications, newest first",
  tag,
  access,
  query: listQuery,
  success: { status: 200, body: page(cardApplication) },
});

export const revealCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/reveal",
  summary: "The card number and CVV; consumes a step-up token, is audited and never cached",
  tag,
  access,
  member: "reveal_cards",
  keys: false,
  idempotencyKey: { ignored: "secret" },
  proof: "once",
  params: idParams,
  success: { status: 200, body: cardSecrets },
  errors: ["card_closed", "card_number_elsewhere"],
});

export const replaceCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/replace",
  summary: "Replace a card with a new number, free of charge; the old card closes",
  tag,
  access,
  idempotencyKey: "welcome",
  proof: true,
  params: idParams,
  body: replaceBody,
  success: { status: 201, body: replacement },
  errors: [
    "card_closed",
    "card_closing",
    "card_used",
    "card_of_mandate",
    "card_frozen_operator",
    "segment_out_of_stock",
    "not_offered",
    "account_suspended",
    ...ISSUER_REFUSALS,
  ],
});

export const cardIssuingEndpoints = {
  listSegments,
  listCardLimits,
  applyForCard,
  listApplications,
  revealCard,
  replaceCard,
} as const;
