import { parseAmount } from "@tessera/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { fund, network, openCard } from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app.close());

function minor(text: string): bigint {
  const sign = text.startsWith("-") ? -1n : 1n;
  return sign * (parseAmount(text.replace("-", ""), "USD") ?? 0n);
}

async function totalsOf(customer: TestCustomer) {
  app.clock.advance(301);
  const wallet = (await app.call(customer, "GET /api/wallet")).body;
  const assets = (await app.call(customer, "GET /api/wallet/assets")).body;
  const listed = assets.data.map(({ converted }: { converted: string }) => minor(converted));
  return {
    wallet: minor(wallet.total),
    cards: minor(wallet.cards),
    assets: listed.reduce((sum: bigint, one: bigint) => sum + one, 0n),
  };
}

test("wallet: a card's debt reduces the total, which equals the sum of the assets", async () => {
  const customer = await app.newCustomer({ USD: 20_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, 10_000n);
  const before = await totalsOf(customer);
  expect(before.wallet).toBe(before.assets);
  await network(app, "force-post", card, { amount: "150.00" });
  const owing = await totalsOf(customer);
  expect(owing).toEqual({
    wallet: before.wallet - 15_000n,
    cards: -5_000n,
    assets: before.wallet - 15_000n,
  });
});

test("wallet: a closed card's debt also counts, and is listed until it is repaid", async () => {
  const customer = await app.newCustomer({ USD: 20_000n });
  const card = await openCard(app, customer);
  await app.call(customer, `POST /api/cards/${card.id}/close`, undefined, { key: newId() });
  await network(app, "force-post", card, { amount: "1000.00" });
  const { wallet, cards, assets } = await totalsOf(customer);
  expect(cards).toBeLessThan(0n);
  expect(wallet).toBe(assets);
});
