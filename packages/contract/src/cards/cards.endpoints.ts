import * as z from "zod/mini";
import { movementPage, movementQuery } from "../bills/bills.schemas.ts";
import { endpoint } from "../endpoint.ts";
import { idParams, page } from "../fields.ts";
import {
  applyBody,
  card,
  cardApplication,
  cardLimits,
  cardSecrets,
  cardSegment,
  closeBody,
  fundingReceipt,
  operatorFreezeBody,
  operatorUnfreezeBody,
  quote,
  quoteBody,
  replaceBody,
  replacement,
  scheduleBody,
  spendQuoteBody,
} from "./cards.schemas.ts";

const tag = "cards";
const access = "session";

export const listSegments = endpoint({
  method: "GET",
  path: "/api/card-segments",
  summary: "The card segments that can be applied for",
  tag,
  access,
  success: { status: 200, body: page(cardSegment) },
});

export const listCardLimits = endpoint({
  method: "GET",
  path: "/api/card-limits",
  summary: "The most that cards may spend, by type and currency",
  tag,
  access: "public",
  success: { status: 200, body: z.object({ data: z.array(cardLimits) }) },
});

export const applyForCard = endpoint({
  method: "POST",
  path: "/api/card-applications",
  summary: "Apply for a card; the opening fee shown is the fee charged",
  tag,
  access,
  idempotent: true,
  body: applyBody,
  success: { status: 201, body: cardApplication },
  errors: [
    "not_found",
    "issuer_unavailable",
    "price_changed",
    "insufficient_funds",
    "segment_out_of_stock",
    "account_suspended",
  ],
});

export const listApplications = endpoint({
  method: "GET",
  path: "/api/card-applications",
  summary: "The customer's card applications, newest first",
  tag,
  access,
  success: { status: 200, body: page(cardApplication) },
});

export const listCards = endpoint({
  method: "GET",
  path: "/api/cards",
  summary: "The customer's cards, closed ones last; no PAN, no CVV",
  tag,
  access,
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
  summary: "What adding or taking out an amount costs; good for 5 minutes",
  tag,
  access,
  params: idParams,
  body: quoteBody,
  success: { status: 201, body: quote },
  errors: [
    "insufficient_funds",
    "card_frozen",
    "card_frozen_risk",
    "card_frozen_operator",
    "card_closing",
    "card_closed",
    "card_expired",
    "card_used",
  ],
});

const spendQuoteErrors = [
  "insufficient_funds",
  "card_frozen",
  "card_frozen_risk",
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
  idempotent: true,
  params: idParams,
  body: spendQuoteBody,
  success: { status: 201, body: fundingReceipt },
  errors: spendQuoteErrors,
});

export const withdrawFromCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/withdraw",
  summary: "Transfer funds from a card to the account as quoted",
  tag,
  access,
  idempotent: true,
  params: idParams,
  body: spendQuoteBody,
  success: { status: 201, body: fundingReceipt },
  errors: spendQuoteErrors,
});

export const revealCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/reveal",
  summary: "The card's number and CVV; needs a fresh proof, is audited and never cached",
  tag,
  access,
  proof: true,
  params: idParams,
  success: { status: 200, body: cardSecrets },
  errors: ["card_closed", "card_number_elsewhere"],
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

export const setCardSchedule = endpoint({
  method: "PUT",
  path: "/api/cards/:id/schedule",
  summary: "Set the times at which a card rests; no windows clear them",
  tag,
  access,
  params: idParams,
  body: scheduleBody,
  success: { status: 200, body: card },
  errors: ["card_closed", "card_closing"],
});

export const replaceCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/replace",
  summary: "A new number in place of a card's, free of charge; the old one closes",
  tag,
  access,
  idempotent: true,
  proof: true,
  params: idParams,
  body: replaceBody,
  success: { status: 201, body: replacement },
  errors: [
    "card_closed",
    "card_closing",
    "card_used",
    "card_frozen_operator",
    "segment_out_of_stock",
    "account_suspended",
    "issuer_unavailable",
  ],
});

export const closeCard = endpoint({
  method: "POST",
  path: "/api/cards/:id/close",
  summary: "Close a card for ever; its balance returns to the account",
  tag,
  access,
  idempotent: true,
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

export const operatorFreezeCard = endpoint({
  method: "POST",
  path: "/api/operator/cards/:id/freeze",
  summary: "Freeze a customer's card; only an operator lifts it",
  tag,
  access: "operator",
  roles: ["support", "administrator"],
  params: idParams,
  body: operatorFreezeBody,
  success: { status: 200, body: card },
  errors: ["card_closed"],
});

export const operatorUnfreezeCard = endpoint({
  method: "POST",
  path: "/api/operator/cards/:id/unfreeze",
  summary: "Lift the operators' freeze; what the customer or a rule froze stays frozen",
  tag,
  access: "operator",
  roles: ["support", "administrator"],
  params: idParams,
  body: operatorUnfreezeBody,
  success: { status: 200, body: card },
  errors: ["card_closed"],
});

export const listCardTransactions = endpoint({
  method: "GET",
  path: "/api/cards/:id/transactions",
  summary: "A card's movements, newest first",
  tag,
  access,
  params: idParams,
  query: z.omit(movementQuery, { cardId: true }),
  success: { status: 200, body: movementPage },
});

export const cardsEndpoints = {
  listSegments,
  listCardLimits,
  applyForCard,
  listApplications,
  listCards,
  getCard,
  quoteCard,
  depositToCard,
  withdrawFromCard,
  revealCard,
  freezeCard,
  unfreezeCard,
  setCardSchedule,
  replaceCard,
  closeCard,
  operatorFreezeCard,
  operatorUnfreezeCard,
  listCardTransactions,
} as const;
