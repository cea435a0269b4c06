import { Tessera, TesseraError } from "@tessera/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newKey } from "../../identity/api-keys/api-keys.fixtures.ts";
import { type CardsApp, createCardsApp } from "../cards-app.ts";
import { openCard } from "../test-cards.ts";

let app: CardsApp;
let baseUrl: string;

beforeAll(async () => {
  app = await createCardsApp();
  baseUrl = await app.app.server.listen({ port: 0, host: "127.0.0.1" });
}, 300_000);
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

/** Creates a customer with a card, and a client with a key for both. */
async function newClient(send?: typeof fetch) {
  const ada = await app.newCustomer();
  const card = await openCard(app, ada);
  const key = await newKey(app, ada, {
    scopes: { bills: "read", cards: "write", wallet: "read" },
    ceilings: [{ currency: "USD", perCall: "100.00", perDay: "1000.00" }],
  });
  const options = { apiKey: key.text, baseUrl, timeoutMs: 60_000 };
  const tessera = new Tessera(send === undefined ? options : { ...options, fetch: send });
  return { ada, card, tessera };
}

async function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  const error = await call.catch((thrown: unknown) => thrown);
  return error instanceof TesseraError ? error.code : undefined;
}

describe("the client at a real server", () => {
  it("client: loads a card once although the first two responses got lost", async () => {
    let losses = 2;
    const forgetful: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).endsWith("/deposit") && losses > 0) {
        losses -= 1;
        await response.body?.cancel();
        throw new TypeError("the response got lost");
      }
      return response;
    };
    const { card, tessera } = await newClient(forgetful);
    const asked = { operation: "deposit", amount: "20.00" } as const;
    const { quoteId, total } = await tessera.cards.quote(card.id, asked);
    const receipt = await tessera.cards.deposit(card.id, { quoteId });
    expect(losses).toBe(0);
    expect(receipt).toMatchObject({ total, cardBalance: "20.00" });
    expect((await tessera.cards.get(card.id)).balance).toBe("20.00");
  }, 300_000);

  it("client: iterates over all pages of a list, in the server's order", async () => {
    const { card, tessera } = await newClient();
    for (const amount of ["1.00", "2.00", "3.00", "4.00", "5.00"]) {
      const { quoteId } = await tessera.cards.quote(card.id, { operation: "deposit", amount });
      await tessera.cards.deposit(card.id, { quoteId });
    }
    const amounts: string[] = [];
    for await (const movement of tessera.cards.listTransactions(card.id, {
      kind: "card_deposit",
      limit: 2,
    })) {
      amounts.push(movement.amount);
    }
    expect(amounts).toEqual(["5.00", "4.00", "3.00", "2.00", "1.00"]);
  }, 300_000);

  it("client: throws the server's refusals with their details", async () => {
    const { ada, card, tessera } = await newClient();
    expect(await codeOf(tessera.risk.listStrategies().page())).toBe("api_key_scope_missing");
    expect(await codeOf(tessera.cards.get("card_none"))).toBe("not_found");
    const asked = { operation: "deposit", amount: "150.00" } as const;
    const { quoteId } = await tessera.cards.quote(card.id, asked);
    const above = tessera.cards.deposit(card.id, { quoteId });
    expect(await codeOf(above)).toBe("api_key_ceiling_exceeded");
    const poor = tessera.cards.quote(card.id, { operation: "withdraw", amount: "5.00" });
    const error = (await poor.catch((thrown: unknown) => thrown)) as TesseraError;
    expect(error).toMatchObject({ code: "insufficient_funds", isOutcomeUnknown: false });
    expect(error.requestId).toBeTruthy();
    const wrong = tessera.cards.quote(card.id, { operation: "deposit", amount: "1,00" });
    const invalid = (await wrong.catch((thrown: unknown) => thrown)) as TesseraError;
    expect(invalid.fields).toMatchObject([{ path: "amount", code: "malformed_amount" }]);
    expect((await app.call(ada, `GET /api/cards/${card.id}`)).body.balance).toBe("0.00");
  }, 300_000);

  it("client: gets the first receipt again under a key of the caller's own", async () => {
    const { card, tessera } = await newClient();
    const asked = { operation: "deposit", amount: "7.00" } as const;
    const load = async () => {
      const { quoteId } = await tessera.cards.quote(card.id, asked, { idempotencyKey: "q-7" });
      return tessera.cards.deposit(card.id, { quoteId }, { idempotencyKey: "d-7" });
    };
    const first = await load();
    expect(await load()).toEqual(first);
    expect((await tessera.cards.get(card.id)).balance).toBe("7.00");
  }, 300_000);
});
