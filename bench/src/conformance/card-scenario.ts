import type { CardDetails, Customer } from "./people.ts";

/** What later scenarios know about the customer's cards and payments. */
export interface CardFacts {
  readonly cardId: string;
  readonly card: CardDetails;
  /** A completed payment. */
  readonly movementId: string;
}

const ADDRESS = {
  ...{ line1: "1 Quay Street", city: "Hamburg", postalCode: "20457", country: "DE" },
};

/** Funds an account, opens a card, loads it and pays with it. */
export async function openAndPay(me: Customer): Promise<CardFacts> {
  await me.ok("GET /api/card-limits");
  await me.ok("GET /api/fee-schedule");
  await me.ok("GET /api/wallet", { query: { currency: "USD" } });
  await me.refused("POST /api/card-applications", "not_found", {
    body: {
      segmentId: "seg_00000000-0000-7000-8000-000000000000",
      ...{ billingAddress: ADDRESS, openingFee: "1.50" },
    },
  });
  await me.fund("1000.00");
  const cardId = await me.openCard();
  await me.ok("GET /api/card-applications");
  await me.ok("GET /api/cards");
  await me.ok("GET /api/cards/:id", { id: cardId });
  await me.addFunds(cardId, "300.00");
  const unload = { operation: "withdraw", amount: "10.00" };
  const { quoteId } = await me.ok("POST /api/cards/:id/quote", { id: cardId, body: unload });
  await me.ok("POST /api/cards/:id/withdraw", { id: cardId, body: { quoteId } });
  await me.refused("POST /api/cards/:id/withdraw", "quote_used", {
    ...{ id: cardId, body: { quoteId } },
  });
  const card = await me.reveal(cardId);
  const { authorizationId } = await me.authorize(card, "12.00");
  await me.ok("POST /sandbox/network/clear", { body: { authorizationId } });
  const { movementId } = await me.ok("POST /sandbox/cards/:id/purchase", {
    ...{ id: cardId, body: { amount: "3.00" } },
  });
  return { cardId, card, movementId };
}

const MONTHLY_TOP_UP = {
  trigger: { kind: "month", day: 1, hour: 9 },
  amount: { kind: "fixed", amount: "10.00" },
  ...{ monthlyCap: "20.00", endsOn: null },
} as const;

/** Changes everything that a customer can change about a card, and ends it. */
export async function changeCards(me: Customer, { cardId: id }: CardFacts): Promise<void> {
  await me.ok("PUT /api/cards/:id/label", { id, body: { nickname: "Field kit", tags: ["work"] } });
  await me.ok("GET /api/card-tags");
  const limits = { perTransaction: "900.00", daily: null, monthly: null };
  await me.ok("PUT /api/cards/:id/limits", { id, body: limits });
  await me.ok("PUT /api/cards/:id/draw", { id, body: { draw: null } });
  await me.refused("PUT /api/cards/:id/draw", "price_changed", {
    ...{ id, body: { draw: { daily: "50.00", feeBasisPoints: 9_999, merchants: null } } },
  });
  await me.ok("GET /api/cards/:id/auto-top-up", { id });
  await me.ok("GET /api/cards/:id/auto-top-ups", { id });
  await me.ok("PUT /api/cards/:id/auto-top-up", { id, body: { order: null } });
  await me.refused("PUT /api/cards/:id/auto-top-up", "price_changed", {
    ...{ id, body: { order: { ...MONTHLY_TOP_UP, feeBasisPoints: 9_999 } } },
  });
  const windows = [{ days: ["mon"], from: "02:00", to: "03:00" }];
  await me.ok("PUT /api/cards/:id/schedule", { id, body: { windows } });
  await me.ok("PUT /api/cards/:id/schedule", { id, body: { windows: [] } });
  await me.ok("POST /api/cards/:id/freeze", { id });
  await me.ok("POST /api/cards/:id/unfreeze", { id });
  const frozen = await me.ok("POST /api/cards/freeze-all");
  await me.ok("GET /api/cards/freeze-all");
  await me.ok("POST /api/cards/freeze-all/:id/undo", { id: frozen.id });
  const again = await me.ok("POST /api/cards/freeze-all");
  await me.ok("POST /api/cards/freeze-all/:id/dismiss", { id: again.id });
  await me.ok("POST /api/cards/:id/unfreeze", { id });
  await me.ok("GET /api/card-holder");
  // The sandbox's issuer needs no facts.
  await me.ok("PUT /api/card-holder", { body: {} });
}

/** Replaces a card and closes the replacement. */
export async function replaceAndClose(me: Customer): Promise<void> {
  const id = await me.openCard();
  const proof = await me.proof();
  const replaced = await me.ok("POST /api/cards/:id/replace", {
    ...{ id, proof, body: { reason: "lost" } },
  });
  await me.ok("POST /api/cards/:id/close", { id: replaced.card.id, body: {} });
  await me.refused("POST /api/cards/:id/close", "card_closed", {
    ...{ id: replaced.card.id, body: {} },
  });
}

/** Freezes a card by three wrong CVVs, and lifts the hold. */
export async function verifyCard(me: Customer, { cardId: id, card }: CardFacts): Promise<void> {
  const wrong = { ...card, cvv: card.cvv === "111" ? "222" : "111" };
  for (let tries = 0; tries < 25; tries += 1) {
    const { code } = await me.authorize(wrong, "1.00");
    if (/frozen/.test(code)) {
      break;
    }
  }
  const proof = await me.proof({ operation: "card_verify", cardId: id });
  await me.ok("POST /api/cards/:id/verify", { id, proof });
}

/** Sends every message of the card network. */
export async function sendMessages(me: Customer, { card }: CardFacts): Promise<void> {
  const begin = async () => (await me.authorize(card, "10.00")).authorizationId as string;
  const raised = await begin();
  await me.ok("POST /sandbox/network/increment", {
    body: { authorizationId: raised, amount: "1.00" },
  });
  await me.ok("POST /sandbox/network/advice", {
    body: { authorizationId: raised, amount: "5.00" },
  });
  await me.ok("POST /sandbox/network/reverse", { body: { authorizationId: raised } });
  await me.refused("POST /sandbox/network/clear", "not_found", {
    body: { authorizationId: "auth_00000000-0000-7000-8000-000000000000" },
  });
  await me.ok("POST /sandbox/network/expire", { body: { authorizationId: await begin() } });
  const merchant = { name: "Northlight Tools", mcc: "5734", country: "US" };
  const { pan, expiryMonth, expiryYear } = card;
  const payment = { pan, expiryMonth, expiryYear, amount: "2.00", currency: "USD", merchant };
  await me.ok("POST /sandbox/network/single-message", { body: payment });
  const refund = await me.ok("POST /sandbox/network/refund", { body: payment });
  const reversal = { refundId: refund.movementId };
  await me.ok("POST /sandbox/network/return-reversal", { body: reversal });
  await me.ok("POST /sandbox/network/force-post", { body: payment });
}
