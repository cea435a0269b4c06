import { expect } from "vitest";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import type { CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { fund, openCard, readCard, type TestCard } from "../../testing/test-cards.ts";
import { createPaymentCardLookup } from "../holds/payment-card-lookup.ts";
import { networkKeyOf } from "../messages/network-key.ts";
import { fingerprintOf } from "../messages/network-message.ts";
import type { NetworkOutcome } from "../messages/payment-request.ts";
import { takeStep } from "./network-step.ts";
import { takePayment } from "./single-message-purchase.ts";
import { type Stops, stoppedAt } from "./stopped-servers.fixtures.ts";

export const KINDS = ["authorization", "single message"] as const;
export type Kind = (typeof KINDS)[number];

export interface Payment {
  readonly customer: TestCustomer;
  readonly card: TestCard;
  readonly kind: Kind;
  readonly reference: string;
}

export async function newPayment(
  app: CardsApp,
  kind: Kind,
  onCardMinor = 10_000n,
): Promise<Payment> {
  const customer = await app.newCustomer();
  const card = await openCard(app, customer);
  if (onCardMinor > 0n) {
    await fund(app, customer, card, onCardMinor);
  }
  return { customer, card, kind, reference: newId() };
}

const MERCHANT = { name: "Adobe", mcc: "5734", country: "US", category: "software" } as const;

/** Sends the payment. Returns undefined if the network gets no final response. */
export async function send(
  context: AppContext,
  { card, kind, reference }: Payment,
  gates: Stops = {},
): Promise<NetworkOutcome | undefined> {
  const name = `authorisation:${reference}`;
  const fingerprint = fingerprintOf(context, kind, { reference });
  const { pan, expiryMonth, expiryYear, cvv } = card;
  const request = {
    ...{ pan, expiryMonth, expiryYear, cvv },
    amountMinor: 4_000n,
    currency: "USD",
    merchant: MERCHANT,
    networkKey: networkKeyOf(reference, undefined),
  } as const;
  const cards = createPaymentCardLookup(context);
  const asked = { kind, request, networkReference: reference };
  try {
    return await stoppedAt(gates, () =>
      takePayment(context, cards, [{ name, fingerprint }], asked),
    );
  } catch (error) {
    const isUndecided = error instanceof Refusal && error.code === "outcome_unknown";
    if (!isUndecided && error !== AWAY) {
      throw error;
    }
    return undefined;
  }
}

const AWAY = new Error("the database is unavailable");

/**
 * Lets a payment be decided, but cuts its server off from the database before the response is
 * stored.
 */
export const LOST: Stops = { beforeAnswer: { pass: () => Promise.reject(AWAY) } };

/** Reads the card's available amount, its held amount, and the amount counted today. */
export async function money(app: CardsApp, { customer, card }: Payment) {
  const { balance, held, spentToday } = await readCard(app, customer, card);
  return { balance, held, spentToday };
}

export const NOTHING = { balance: "100.00", held: "0.00", spentToday: "0.00" };
export const BY_ANSWER = {
  authorization: { balance: "100.00", held: "40.00", spentToday: "40.00" },
  "single message": { balance: "60.00", held: "0.00", spentToday: "40.00" },
} as const;

/** Asserts that all responses agree with each other and with the money. */
export async function expectTrue(
  app: CardsApp,
  payment: Payment,
  answers: readonly (NetworkOutcome | undefined)[],
): Promise<void> {
  const given = answers.filter((answer) => answer !== undefined);
  const [first] = given;
  expect(first).toBeDefined();
  for (const answer of given) {
    expect(answer).toEqual(first);
  }
  expect(await money(app, payment)).toEqual(first?.approved ? BY_ANSWER[payment.kind] : NOTHING);
}

/**
 * Reverses the payment in full, or leaves the reversal waiting for it. Returns whether the reversal
 * was accepted.
 */
export async function reverse(app: CardsApp, { card, reference }: Payment): Promise<boolean> {
  const cards = createPaymentCardLookup(app.context);
  try {
    const { approved } = await takeStep(app.context, cards, {
      kind: "reversal",
      networkReference: reference,
      amount: undefined,
      final: true,
      payment: { pan: card.pan, currency: "USD", merchant: MERCHANT },
    });
    return approved;
  } catch (error) {
    if (error instanceof Refusal && error.code === "authorization_closed") {
      return false;
    }
    throw error;
  }
}
