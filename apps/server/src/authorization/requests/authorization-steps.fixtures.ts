import type { CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { fund, network, openCard, readCard, type TestCard } from "../../testing/test-cards.ts";

/** Creates a new customer's card with an approved payment. */
export async function authorized(
  app: CardsApp,
  amount = "40.00",
  onCardMinor = 10_000n,
  mcc = "5734",
) {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, onCardMinor);
  const { authorizationId } = await network(app, "authorize", card, { amount, mcc });
  return { customer, card, authorizationId: String(authorizationId) };
}

/** Reads the card's balance and limits as shown to its owner. */
export async function moneyOf(app: CardsApp, customer: TestCustomer, card: TestCard) {
  const { balance, held, spentToday } = await readCard(app, customer, card);
  return { balance, held, spentToday };
}
