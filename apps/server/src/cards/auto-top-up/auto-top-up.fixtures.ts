import type { AutoTopUpOrder, AutoTopUpRun } from "@tessera/contract/cards/auto-top-up.schemas";
import { expect } from "vitest";
import type { Answer, CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, openCard, type TestCard } from "../../testing/test-cards.ts";

/** A customer's card, and the account that it is topped up from. */
export interface Owned {
  readonly customer: TestCustomer;
  readonly card: TestCard;
}

type Terms = Partial<Omit<AutoTopUpOrder, "feeBasisPoints">> & { readonly feeBasisPoints?: number };

/**
 * Opens a card. Amounts are in minor units.
 *
 * @param accountMinor what the account has before the card's opening fee and its first load
 */
export async function cardWith(
  app: CardsApp,
  cardMinor: bigint,
  accountMinor = 1_000_000n,
): Promise<Owned> {
  const customer = await app.newCustomer({ USD: accountMinor });
  const card = await openCard(app, customer);
  if (cardMinor > 0n) {
    await fund(app, customer, card, cardMinor);
  }
  return { customer, card };
}

/** Orders automatic top-ups: by default $50.00 if less than $20.00 is left. */
export function order(app: CardsApp, { customer, card }: Owned, terms: Terms = {}) {
  return send(app, { customer, card }, { order: termsOf(terms) });
}

export function termsOf(terms: Terms = {}): AutoTopUpOrder {
  return {
    trigger: { kind: "balance", below: "20.00" },
    amount: { kind: "fixed", amount: "50.00" },
    ...{ monthlyCap: "500.00", endsOn: null, feeBasisPoints: 350 },
    ...terms,
  };
}

export function send(
  app: CardsApp,
  { customer, card }: Owned,
  body: { readonly order: AutoTopUpOrder | null; readonly replaces?: string | null },
): Promise<Answer> {
  return app.call(customer, `PUT /api/cards/${card.id}/auto-top-up`, body);
}

/** Reads what automatic top-ups of a card did, newest first. */
export async function runsOf(app: CardsApp, { customer, card }: Owned): Promise<AutoTopUpRun[]> {
  const answer = await app.call(customer, `GET /api/cards/${card.id}/auto-top-ups`);
  return expectStatus(answer, 200).body.data;
}

/** Waits until a number of causes were acted on, and returns what was done, newest first. */
export async function runsAfter(app: CardsApp, owned: Owned, count = 1): Promise<AutoTopUpRun[]> {
  const ended = async () =>
    (await runsOf(app, owned)).filter(({ outcome }) => outcome !== "waiting").length;
  await expect.poll(ended, { timeout: 60_000 }).toBe(count);
  return runsOf(app, owned);
}
