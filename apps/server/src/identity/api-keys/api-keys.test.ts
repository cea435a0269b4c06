import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKeyText, newKeyText } from "../../platform/crypto/api-key-text.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type Answer, type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { openCard } from "../../testing/test-cards.ts";
import { callWithKey, newKey, requestKey } from "./api-keys.fixtures.ts";

let app: CardsApp;

beforeAll(async () => {
  app = await createCardsApp();
}, 120_000);
afterAll(() => app.close());

function withoutRequest({ status, text }: Answer) {
  return { status, text: text.replace(/"requestId":"[^"]*"/, "") };
}

describe("an API key", () => {
  it("acts for its owner, and is stored only as a hash", async () => {
    const ada = await app.newCustomer();
    const key = await newKey(app, ada, { scopes: { wallet: "read" } });
    const read = await callWithKey(app, key, "GET /api/wallet?currency=USD");
    expect(read.body).toMatchObject({ account: "10000.00" });
    const shown = await app.call(ada, `GET /api/api-keys/${key.id}`);
    expect(shown.body).toMatchObject({
      mode: "test",
      status: "active",
      scopes: { wallet: "read" },
    });
    expect(shown.body.hint).toBe(`tsk_test_1_…${key.text.slice(-4)}`);
    expect(shown.text).not.toContain(key.text);
    const rows = await app.context.db.sql<{ token_hash: Buffer }[]>`
      select token_hash from api_key_text where key_id = ${parseId("key", key.id) ?? ""}`;
    expect(rows).toEqual([{ token_hash: hashKeyText(key.text) }]);
    expect((await app.mailTo(ada.email)).subject).toBe("A new API key can use your account");
  });

  it("needs a fresh step-up token to be created, each token for one key", async () => {
    const ada = await app.newCustomer();
    const body = { name: "A", scopes: { bills: "read" }, ceilings: [], addresses: [] };
    const asked = { ...body, callsPerMinute: 1, expiresInDays: 1 };
    const without = await app.call(ada, "POST /api/api-keys", asked);
    expect(without.body.code).toBe("proof_required");
    const headers = { "x-proof": await app.prove(ada) };
    expect((await app.call(ada, "POST /api/api-keys", asked, { headers })).status).toBe(201);
    const again = await app.call(ada, "POST /api/api-keys", asked, { headers });
    expect(again.body.code).toBe("proof_invalid");
  });

  it("gets one response if unknown, changed, revoked, expired or of another mode", async () => {
    const ada = await app.newCustomer();
    const ask = async (text: string) =>
      withoutRequest(await callWithKey(app, { text }, "GET /api/bills"));
    const expiring = await newKey(app, ada, { expiresInDays: 1 });
    expect((await ask(expiring.text)).status).toBe(200);
    const past = new Date(app.context.clock.now().getTime() - 1_000);
    await app.context.db.sql`
      update api_key set created_at = ${new Date(0)}, expires_at = ${past}
      where id = ${parseId("key", expiring.id) ?? ""}`;
    const revoked = await newKey(app, ada);
    await app.call(ada, `POST /api/api-keys/${revoked.id}/revoke`);
    const live = newKeyText("live", 1);
    await app.context.db.sql`
      update api_key set mode = 'live' where id = ${parseId("key", expiring.id) ?? ""}`;
    await app.context.db.sql`
      update api_key_text set token_hash = ${hashKeyText(live)}
      where key_id = ${parseId("key", expiring.id) ?? ""}`;
    const changed = `${revoked.text.slice(0, -1)}${revoked.text.endsWith("0") ? "1" : "0"}`;
    const unknown = await ask(newKeyText("test", 1));
    expect(unknown).toMatchObject({ status: 401 });
    for (const text of [expiring.text, revoked.text, changed, live, newKeyText("test", 7)]) {
      expect(await ask(text)).toEqual(unknown);
    }
  });

  it("stops while its customer is suspended", async () => {
    const ada = await app.newCustomer();
    const key = await newKey(app, ada);
    await app.context.db.sql`
      update customer set suspended_at = now() where id = ${ada.customerId}`;
    expect((await callWithKey(app, key, "GET /api/bills")).status).toBe(401);
    await app.context.db.sql`
      update customer set suspended_at = null where id = ${ada.customerId}`;
    expect((await callWithKey(app, key, "GET /api/bills")).status).toBe(200);
  });

  it("is replaced by a new text, while the old one works until the stated time", async () => {
    const ada = await app.newCustomer();
    const old = await newKey(app, ada);
    const rotate = async (overlapMinutes: number) => {
      const headers = { "x-proof": await app.prove(ada) };
      const path = `POST /api/api-keys/${old.id}/rotate` as const;
      return app.call(ada, path, { overlapMinutes }, { headers });
    };
    const rotated = await rotate(60);
    expect(rotated.body.key.formerUntil).not.toBeNull();
    const statusOf = async (text: string) =>
      (await callWithKey(app, { text }, "GET /api/bills")).status;
    expect([await statusOf(old.text), await statusOf(rotated.body.secret)]).toEqual([200, 200]);
    await app.context.db.sql`
      update api_key_text set ends_at = ${app.context.clock.now()}
      where token_hash = ${hashKeyText(old.text)}`;
    expect([await statusOf(old.text), await statusOf(rotated.body.secret)]).toEqual([401, 200]);
    expect((await rotate(1_441)).status).toBe(400);
    const atOnce = await rotate(0);
    expect([await statusOf(rotated.body.secret), await statusOf(atOnce.body.secret)]).toEqual([
      401, 200,
    ]);
  });

  it("is refused from an address that its list does not have", async () => {
    const ada = await app.newCustomer();
    const elsewhere = await newKey(app, ada, { addresses: ["192.0.2.0/24", "2001:db8::/32"] });
    const refused = await callWithKey(app, elsewhere, "GET /api/bills");
    expect(refused.body.code).toBe("api_key_address_refused");
    const here = await newKey(app, ada, { addresses: ["127.0.0.0/8"] });
    expect((await callWithKey(app, here, "GET /api/bills")).status).toBe(200);
    const open = await requestKey(app, ada, { scopes: { withdrawals: "write" } });
    expect(open.body.fields).toMatchObject([{ path: "addresses", code: "required" }]);
    const wrong = await requestKey(app, ada, { addresses: ["192.0.2.7", "0.0.0.0/0", "home"] });
    expect(wrong.body.fields).toMatchObject([{ path: "addresses.1" }, { path: "addresses.2" }]);
  });

  it("is one of at most 20 in use", async () => {
    const ada = await app.newCustomer();
    const first = await newKey(app, ada);
    for (let n = 2; n <= 20; n += 1) {
      await newKey(app, ada);
    }
    expect((await requestKey(app, ada)).body.code).toBe("too_many_api_keys");
    await app.call(ada, `POST /api/api-keys/${first.id}/revoke`);
    expect((await requestKey(app, ada)).status).toBe(201);
  }, 120_000);

  it("is named as the actor of what it does", async () => {
    const ada = await app.newCustomer();
    const key = await newKey(app, ada, { scopes: { cards: "write" } });
    const card = await openCard(app, ada);
    const frozen = await callWithKey(app, key, `POST /api/cards/${card.id}/freeze`);
    expect(frozen.status).toBe(200);
    const rows = await app.context.db.sql<{ actor: string }[]>`
      select actor from ledger.audit
      where customer_id = ${ada.customerId} and action = 'card.freeze'`;
    expect(rows).toEqual([{ actor: `key:${parseId("key", key.id)}` }]);
    const { data } = (await app.call(ada, "GET /api/logs?category=card")).body;
    expect(data[0]).toMatchObject({ act: "card.freeze", actor: "api_key" });
  });
});

describe("the log of a key's calls", () => {
  it("has the route and the result of each call, and no path, parameter or body", async () => {
    const ada = await app.newCustomer();
    const key = await newKey(app, ada, { scopes: { cards: "read" } });
    const unknown = `card_${newId()}`;
    await callWithKey(app, key, `GET /api/cards/${unknown}?secret=1`);
    await callWithKey(app, key, `GET /api/cards/${unknown}`);
    await callWithKey(app, key, `POST /api/cards/${unknown}/freeze`);
    const path = `GET /api/api-keys/${key.id}/calls` as const;
    await expect
      .poll(async () => (await app.call(ada, path)).body.data.length, { timeout: 60_000 })
      .toBe(3);
    const { body, text } = await app.call(ada, path);
    expect(body.data.toReversed()).toMatchObject([
      { method: "GET", route: "/api/cards/:id", status: 400, code: "invalid_input" },
      { method: "GET", route: "/api/cards/:id", status: 404, code: "not_found" },
      { route: "/api/cards/:id/freeze", status: 403, code: "api_key_scope_missing" },
    ]);
    expect(text).not.toContain(unknown);
    const shown = await app.call(ada, `GET /api/api-keys/${key.id}`);
    expect(shown.body.lastUsedAt).not.toBeNull();
  }, 120_000);
});

describe("a key in a URL", () => {
  const inUrls = [
    (text: string) => `/api/bills?api_key=${text}`,
    (text: string) => `/api/nothing?x=${encodeURIComponent(encodeURIComponent(text))}`,
    (text: string) => `/api/cards/${text.replace("_", "%5F")}`,
    (text: string) => `/cards?from=${text}`,
  ];

  it.each(inUrls)(
    "is revoked, its call refused and its owner notified: %#",
    async (urlOf) => {
      const ada = await app.newCustomer();
      const key = await newKey(app, ada);
      await app.mailTo(ada.email);
      const refused = await app.call(undefined, `GET ${urlOf(key.text)}`);
      expect(refused.body.code).toBe("api_key_in_url");
      const used = await callWithKey(app, key, "GET /api/bills");
      expect(used.status).toBe(401);
      const shown = await app.call(ada, `GET /api/api-keys/${key.id}`);
      expect(shown.body).toMatchObject({ status: "revoked", revokedBecause: "exposed" });
      await expect
        .poll(async () => (await app.mailTo(ada.email)).subject, { timeout: 60_000 })
        .toBe("We revoked an API key that was exposed");
      expect(app.logs.join("\n")).not.toContain(key.text);
    },
    120_000,
  );

  it("is refused also if a parameter is only named like one", async () => {
    for (const url of ["/api/bills?key=1", "/api/bills?limit=1&api_key=x"] as const) {
      expect((await app.call(undefined, `GET ${url}`)).body.code).toBe("api_key_in_url");
    }
  });
});
