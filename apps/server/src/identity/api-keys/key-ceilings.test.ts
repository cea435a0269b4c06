import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus, openCard } from "../../testing/test-cards.ts";
import { callWithKey, newKey, requestKey } from "./api-keys.fixtures.ts";

let app: CardsApp;

beforeAll(async () => {
  app = await createCardsApp();
}, 120_000);
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

/** Opens a card, and creates a key with ceilings in dollars, including fees. */
async function keyWith(perCall: string, perDay: string) {
  const ada = await app.newCustomer();
  const card = await openCard(app, ada);
  const ceilings = [{ currency: "USD", perCall, perDay } as const];
  const key = await newKey(app, ada, { scopes: { cards: "write", wallet: "write" }, ceilings });
  const quote = async (amount: string): Promise<string> => {
    const asked = { operation: "deposit", amount };
    const quoted = await callWithKey(app, key, `POST /api/cards/${card.id}/quote`, asked);
    return expectStatus(quoted, 201).body.quoteId;
  };
  // One idempotency key for each quote.
  const topUp = async (quoteId: string) =>
    callWithKey(app, key, `POST /api/cards/${card.id}/deposit`, { quoteId }, quoteId);
  const balance = async () =>
    (await app.call(ada, `GET /api/cards/${card.id}`)).body.balance as string;
  return { ada, key, quote, topUp, balance };
}

/** Counts responses by their code; a success counts as its status. */
function counted(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = String(body.code ?? status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe("a key's ceilings", () => {
  it("refuse a call above its ceiling, fee included, and charge nothing", async () => {
    const { quote, topUp, balance } = await keyWith("103.50", "1000.00");
    const refused = await topUp(await quote("100.01"));
    expect(refused.body).toMatchObject({ code: "api_key_ceiling_exceeded" });
    expect(await balance()).toBe("0.00");
    expectStatus(await topUp(await quote("100.00")), 201);
    expect(await balance()).toBe("100.00");
  }, 120_000);

  it("are exact for 64 calls at once: the day has room for ten, and ten are done", async () => {
    const { quote, topUp, balance } = await keyWith("10.35", "103.50");
    const quotes: string[] = [];
    for (let n = 0; n < 64; n += 1) {
      quotes.push(await quote("10.00"));
    }
    const answers = await Promise.all(quotes.map(topUp));
    expect(counted(answers)).toEqual({ "201": 10, api_key_ceiling_exceeded: 54 });
    expect(await balance()).toBe("100.00");
  }, 300_000);

  it("do not stop the person, and a retry of the key gets its first response", async () => {
    const { ada, quote, topUp } = await keyWith("10.35", "10.35");
    const first = await quote("10.00");
    const done = expectStatus(await topUp(first), 201);
    const again = expectStatus(await topUp(first), 201);
    expect(again.body.movementId).toBe(done.body.movementId);
    expect((await topUp(await quote("1.00"))).body.code).toBe("api_key_ceiling_exceeded");
    const card = await openCard(app, ada);
    const asked = { operation: "deposit", amount: "50.00" };
    const quoted = await app.call(ada, `POST /api/cards/${card.id}/quote`, asked);
    const { quoteId } = expectStatus(quoted, 201).body;
    const path = `POST /api/cards/${card.id}/deposit` as const;
    expectStatus(await app.call(ada, path, { quoteId }, { key: "own" }), 201);
  }, 120_000);

  it("count exchanges by what is sold, and refuse a currency without a ceiling", async () => {
    const { key } = await keyWith("20.00", "20.00");
    const exchange = async (from: string, to: string, sell: string) => {
      const quoted = await callWithKey(app, key, "POST /api/wallet/exchanges/quote", {
        ...{ from, to, sell },
      });
      const { quoteId } = expectStatus(quoted, 201).body;
      return callWithKey(app, key, "POST /api/wallet/exchanges", { quoteId });
    };
    expectStatus(await exchange("USD", "EUR", "15.00"), 201);
    const day = await exchange("USD", "EUR", "6.00");
    expect(day.body.code).toBe("api_key_ceiling_exceeded");
    const euros = await exchange("EUR", "USD", "5.00");
    expect(euros.body.code).toBe("api_key_ceiling_exceeded");
  }, 120_000);

  it("of a call are at most those of the day", async () => {
    const ada = await app.newCustomer();
    const ceilings = [{ currency: "USD", perCall: "2.00", perDay: "1.00" } as const];
    const refused = await requestKey(app, ada, { ceilings });
    expect(refused.body.fields).toMatchObject([{ path: "ceilings.0.perCall" }]);
  }, 120_000);
});
