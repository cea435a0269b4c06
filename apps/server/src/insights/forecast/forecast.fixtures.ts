import type { CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, openCard, send, type TestCard } from "../../testing/test-cards.ts";

export const DAY_SECONDS = 86_400;

/** A funded card, with shorthand for making payments with it. */
export interface Scene {
  readonly app: CardsApp;
  readonly customer: TestCustomer;
  readonly card: TestCard;
  /**
   * Makes a purchase, which must be declined if `refused` is set. Returns the authorization's id.
   */
  buy(purchase: Bought): Promise<string>;
  read(outlook: string, reader?: TestCustomer): Promise<ReturnType<typeof JSON.parse>>;
}

interface Bought {
  readonly name: string;
  readonly amount: string;
  readonly mcc?: string;
  readonly presence?: string;
  /** Whether to send a wrong CVV, so that the purchase is declined. */
  readonly refused?: true;
}

function wrong(cvv: string): string {
  return cvv.startsWith("9") ? `0${cvv.slice(1)}` : `9${cvv.slice(1)}`;
}

/** Creates a card for a new customer. */
export async function sceneOf(app: CardsApp, fundedMinor: bigint): Promise<Scene> {
  const customer = await app.newCustomer({ USD: 100_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, fundedMinor);
  return {
    app,
    customer,
    card,
    async buy({ name, amount, mcc = "5734", presence, refused }) {
      const { pan, expiryMonth, expiryYear, cvv } = card;
      const answer = await send(app, "authorize", {
        pan,
        expiryMonth,
        expiryYear,
        cvv: refused ? wrong(cvv) : cvv,
        amount,
        currency: "USD",
        merchant: { name, mcc, country: "US" },
        ...(presence !== undefined && { presence }),
      });
      const { approved, authorizationId } = expectStatus(answer, 200).body;
      if (approved === (refused === true)) {
        throw new Error(`${name} was ${answer.text}`);
      }
      return authorizationId;
    },
    async read(outlook, reader = customer) {
      const answer = await app.call(reader, `GET /api/cards/${card.id}/${outlook}`);
      return expectStatus(answer, 200).body;
    },
  };
}
