import { endpoint } from "../endpoint.ts";
import { idParams, page } from "../fields.ts";
import {
  card,
  cardListQuery,
  closeBody,
  fundingReceipt,
  quote,
  quoteBody,
  scheduleBody,
  spendQuoteBody,
} from "./cards.schemas.ts";

const tag = "cards";
const access = "session";

export const listCards = endpoint({
  method: "GET",
  path: "/api/cards",
  summary: "The customer's cards, closed ones last; no PAN, no CVV",
  tag,
  access,
  query: cardListQuery,
  success: { status: 200, body: page(card) },
});

export const getCard = endpoint({
  method: "GET",
  path: "/api/cards/:id",
  summary: "One card; no PAN, no CVV",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: card },
});

export const quoteCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/quote",
  summary: "A quote for loading or unloading an amount; valid for 5 minutes",
  tag,
  access,
  member: "move_money",
  params: idParams,
  body: quoteBody,
  success: { status: 201, body: quote },
  errors: [
    "insufficient_funds",
    "card_frozen",
    "card_frozen_risk",
    "card_frozen_verification",
    "card_frozen_operator",
    "card_closing",
    "card_closed",
    "card_expired",
    "card_used",
    "card_of_mandate",
    "acceptance_required",
  ],
});

const spendQuoteErrors = [
  "api_key_ceiling_exceeded",
  "insufficient_funds",
  "card_frozen",
  "card_frozen_risk",
  "card_frozen_verification",
  "card_frozen_operator",
  "card_closing",
  "card_closed",
  "quote_expired",
  "quote_used",
  "account_suspended",
] as const;

export const depositToCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/deposit",
  summary: "Add funds to a card as quoted",
  tag,
  access,
  member: "move_money",
  idempotencyKey: "required",
  params: idParams,
  body: spendQuoteBody,
  success: { status: 201, body: fundingReceipt },
  errors: [...spendQuoteErrors, "acceptance_required"],
});

export const withdrawFromCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/withdraw",
  summary: "Transfer funds from a card to the account as quoted",
  tag,
  access,
  member: "move_money",
  idempotencyKey: "required",
  params: idParams,
  body: spendQuoteBody,
  success: { status: 201, body: fundingReceipt },
  errors: spendQuoteErrors,
});

export const freezeCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/freeze",
  summary: "Freeze a card",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: card },
  errors: ["card_closed", "card_closing"],
});

export const unfreezeCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/unfreeze",
  summary: "Lift the customer's freeze and one by a rule; `freezes` says what still blocks",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: card },
  errors: ["card_closed", "card_closing"],
});

export const verifyCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/verify",
  summary: "Lift a verification hold; the step-up token must be bound to this card",
  tag,
  access,
  proof: "bound",
  params: idParams,
  success: { status: 200, body: card },
  errors: ["card_closed", "card_closing", "withdrawals_on_hold"],
});

export const setCardSchedule = endpoint({
  method: "PUT",
  path: "/api/cards/:id/schedule",
  summary: "Set a card's blocked hours; an empty list removes them",
  tag,
  access,
  params: idParams,
  body: scheduleBody,
  success: { status: 200, body: card },
  errors: ["card_changed", "card_closed", "card_closing"],
});

export const closeCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/close",
  summary: "Close a card permanently; its balance returns to the account",
  tag,
  access,
  idempotencyKey: "required",
  params: idParams,
  body: closeBody,
  success: { status: 200, body: card },
  errors: [
    "card_closed",
    "card_has_holds",
    "card_frozen_operator",
    "insufficient_funds",
    "account_suspended",
  ],
});

export const cardsEndpoints = {
  listCards,
  getCard,
  quoteCard,
  depositToCard,
  withdrawFromCard,
  freezeCard,
  unfreezeCard,
  verifyCard,
  setCardSchedule,
  closeCard,
} as const;
