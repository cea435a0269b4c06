import type { AddressInfo } from "node:net";
import { stripeDeadline } from "../adapters/card-network/stripe/answer-authorization.ts";
import { parseId } from "../platform/ids.ts";
import { replaceService } from "../platform/service.ts";
import { type Answer, type CardsApp, createCardsApp, type TestCustomer } from "./cards-app.ts";
import { HOLDER, STRIPE_KEYS } from "./stripe-double/double-facts.ts";
import { type StripeDouble, startStripeDouble } from "./stripe-double/stripe-double.ts";
import { StripeNetwork } from "./stripe-double/stripe-network.ts";
import type { StripeObject } from "./stripe-double/stripe-objects.ts";
import { expectStatus, fund, SEGMENTS } from "./test-cards.ts";

const POLL_MS = 20;
const WAIT_MS = 60_000;

/** A customer's card and its Stripe id. */
export interface StripeCard {
  readonly customer: TestCustomer;
  readonly id: string;
  readonly stripeId: string;
}

/** The real app with Stripe as its issuer. Stripe is a test double over HTTP. */
export interface StripeApp extends CardsApp {
  readonly stripe: StripeDouble;
  readonly network: StripeNetwork;
  /** Waits until a condition is true. */
  until(isSo: () => Promise<boolean>): Promise<void>;
  /** Delivers webhook events one by one, waiting until each has been processed. */
  tell(...events: readonly StripeObject[]): Promise<void>;
  /**
   * Creates a customer whose cardholder details the issuer does not have yet.
   * {@link CardsApp.newCustomer} submits them.
   */
  newStranger: CardsApp["newCustomer"];
  /** Submits the details that the issuer requires, and returns the response. */
  giveFacts(customer: TestCustomer, facts?: object): Promise<Answer>;
  /**
   * Creates a card with the given amount of money on it, in minor units. Stripe learns shortly
   * afterward that the card is active.
   */
  newCard(onCardMinor?: bigint): Promise<StripeCard>;
}

/** The details that Stripe requires for a person in Germany. */
export const GERMAN_HOLDER = {
  ...HOLDER,
  address: { line1: "Hauptstraße 1", city: "Berlin", postalCode: "10115", country: "DE" },
  phone: "+493012345678",
} as const;

/** Starts the double and the app, which listens on a port. Close the app in `afterAll`. */
export async function createStripeApp(): Promise<StripeApp> {
  const stripe = await startStripeDouble(STRIPE_KEYS.STRIPE_SECRET_KEY);
  const cards = await createCardsApp({
    ISSUER_PROVIDER: "stripe",
    NETWORK_PROVIDER: "stripe",
    STRIPE_API_URL: stripe.url,
    ...STRIPE_KEYS,
  });
  replaceService(cards.context, stripeDeadline, { ms: WAIT_MS });
  const giveFacts = (customer: TestCustomer, facts: object = HOLDER) =>
    cards.call(customer, "PUT /api/card-holder", facts);
  const app: CardsApp = {
    ...cards,
    async newCustomer(money) {
      const customer = await cards.newCustomer(money);
      expectStatus(await giveFacts(customer), 200);
      return customer;
    },
  };
  await app.app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.app.server.server.address() as AddressInfo;
  const network = new StripeNetwork({
    world: stripe.world,
    webhookSecret: STRIPE_KEYS.STRIPE_WEBHOOK_SECRET,
    webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`,
  });
  return {
    ...app,
    newStranger: cards.newCustomer,
    giveFacts,
    stripe,
    network,
    until,
    async tell(...events) {
      for (const event of events) {
        expectDelivered(await network.deliver(event));
        await until(() => isDone(app, event.id));
      }
    },
    newCard: (onCardMinor = 10_000n) => newCard(app, onCardMinor),
    async close() {
      await app.close();
      await stripe.close();
    },
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) {
      throw new Error("what was waited for did not happen");
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function expectDelivered({ status, json }: { status: number; json: StripeObject }): void {
  if (status !== 200) {
    throw new Error(`a message was not taken: ${status} ${JSON.stringify(json)}`);
  }
}

async function isDone({ context }: CardsApp, eventId: string): Promise<boolean> {
  const [row] = await context.db.sql<{ state: string; tries: number }[]>`
    select state, tries from stripe_event where id = ${eventId}`;
  if (row !== undefined && row.tries > 0) {
    throw new Error(`message ${eventId} failed ${row.tries} times`);
  }
  return row?.state === "done";
}

async function newCard(app: CardsApp, onCardMinor: bigint): Promise<StripeCard> {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const applied = await app.call(
    customer,
    "POST /api/card-applications",
    { segmentId: SEGMENTS.visaBusinessUsd, billingAddress: "auto", openingFee: "1.50" },
    { key: "apply" },
  );
  const id: string = expectStatus(applied, 201).body.cardId;
  if (onCardMinor > 0n) {
    await fund(app, customer, { id }, onCardMinor);
  }
  const [row] = await app.context.db.sql<{ stripeId: string }[]>`
    select issuer_card_id as "stripeId" from issuer_card
    where card_id = ${parseId("card", id) ?? ""}`;
  return { customer, id, stripeId: row?.stripeId ?? "" };
}
