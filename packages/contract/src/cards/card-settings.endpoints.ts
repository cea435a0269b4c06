import { endpoint } from "../endpoint.ts";
import { idParams, listQuery, page } from "../fields.ts";
import { drawBody, labelBody, ownLimitsBody, usedTag } from "./card-settings.schemas.ts";
import { card } from "./cards.schemas.ts";

const tag = "cards";
const access = "session";

export const listCardTags = endpoint({
  method: "GET",
  path: "/api/card-tags",
  summary: "The tags of the customer's cards, in alphabetical order",
  tag,
  access,
  query: listQuery,
  success: { status: 200, body: page(usedTag) },
});

export const setCardLabel = endpoint({
  method: "PUT",
  path: "/api/cards/:id/label",
  summary: "Rename a card and set its tags",
  tag,
  access,
  idempotencyKey: "welcome",
  params: idParams,
  body: labelBody,
  success: { status: 200, body: card },
  errors: ["card_changed"],
});

export const setCardLimits = endpoint({
  method: "PUT",
  path: "/api/cards/:id/limits",
  summary: "Set a card's own limits (null removes one), and whether it pays in other currencies",
  tag,
  access,
  idempotencyKey: "welcome",
  params: idParams,
  body: ownLimitsBody,
  success: { status: 200, body: card },
  errors: ["card_changed", "card_closed", "card_closing"],
});

export const setCardDraw = endpoint({
  method: "PUT",
  path: "/api/cards/:id/draw",
  summary: "Set what a card draws on its customer's account if its balance does not suffice",
  tag,
  access,
  member: "move_money",
  keys: false,
  idempotencyKey: "welcome",
  params: idParams,
  body: drawBody,
  success: { status: 200, body: card },
  errors: [
    "card_changed",
    "card_closed",
    "card_closing",
    "card_of_mandate",
    "price_changed",
    "not_offered",
  ],
});

export const cardSettingsEndpoints = {
  listCardTags,
  setCardDraw,
  setCardLabel,
  setCardLimits,
} as const;
