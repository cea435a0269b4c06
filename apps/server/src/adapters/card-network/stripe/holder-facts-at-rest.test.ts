import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withDatabase } from "../../../platform/database/with-database.ts";
import { newId, parseId, wireId } from "../../../platform/ids.ts";
import type { TestCustomer } from "../../../testing/cards-app.ts";
import { findInDatabase } from "../../../testing/find-in-database.ts";
import { createStripeApp, type StripeApp } from "../../../testing/stripe-app.ts";
import { HOLDER } from "../../../testing/stripe-double/double-facts.ts";
import { expectStatus, SEGMENTS } from "../../../testing/test-cards.ts";

const FIRST = {
  legalName: { first: "Wilhelmina", last: "Quillfeather" },
  birthDate: "1987-03-14",
  address: {
    line1: "742 Evergreen Lane",
    line2: "Apartment 19",
    city: "Walla Walla",
    region: "WA",
    postalCode: "99362-4170",
    country: "US",
  },
  phone: "+12025550187",
  acceptTerms: true,
};
const CORRECTED = {
  address: { ...FIRST.address, line1: "15 Juniper Court", city: "Spokane Valley" },
  phone: "+12025550165",
};
const SECRETS = [
  ...["Wilhelmina", "Quillfeather", "1987-03-14", "1987, 3, 14"],
  ...["Evergreen Lane", "Apartment 19", "Walla Walla", "99362-4170"],
  ...["Juniper Court", "Spokane Valley", "2025550187", "2025550165", "5550001234"],
];

let app: StripeApp;
let customer: TestCustomer;
let cardId: string;

async function apply(key: string) {
  const body = { segmentId: SEGMENTS.visaBusinessUsd, billingAddress: "auto", openingFee: "1.50" };
  return app.call(customer, "POST /api/card-applications", body, { key });
}

async function shownAddress(): Promise<unknown> {
  const headers = { "x-proof": await app.prove(customer) };
  const path = `POST /api/cards/${cardId}/number-key` as const;
  const shown = await app.call(customer, path, { nonce: newId() }, { headers });
  return expectStatus(shown, 201).body.billingAddress;
}

beforeAll(async () => {
  app = await createStripeApp();
  customer = await app.newStranger();
  expectStatus(await app.giveFacts(customer, { ...FIRST, phone: "+15550001234" }), 200);
  expect((await apply("refused")).body.code).toBe("holder_facts_refused");
  expectStatus(await app.giveFacts(customer, { phone: FIRST.phone }), 200);
  app.stripe.loseAnswers(3, "POST /v1/issuing/cards");
  expect((await apply("first")).body.code).toBe("issuer_unavailable");
  cardId = expectStatus(await apply("first"), 201).body.cardId;
});
afterAll(() => app.close());

describe("a cardholder's facts at rest", () => {
  test("are shown to the cardholder with the card, and reflect corrections", async () => {
    expect(await shownAddress()).toEqual({ assignment: "holder", ...FIRST.address });
    const corrected = await app.call(customer, "PUT /api/card-holder", CORRECTED, { key: "facts" });
    expectStatus(corrected, 200);
    expect(await shownAddress()).toEqual({ assignment: "holder", ...CORRECTED.address });
    await app.until(async () =>
      app.stripe.world
        .all("issuing.cardholder")
        .some(({ phone_number }) => phone_number === CORRECTED.phone),
    );
  });

  test("appear in no table and no log line, even after the card is replaced", async () => {
    const headers = { "x-proof": await app.prove(customer) };
    const replace = `POST /api/cards/${cardId}/replace` as const;
    const replaced = await app.call(customer, replace, { reason: "lost" }, { key: "r", headers });
    cardId = expectStatus(replaced, 201).body.card.id;
    const operator = await app.newOperator("administrator");
    expectStatus(
      await app.call(operator, `GET /api/admin/customers/${wireId("cus", customer.customerId)}`),
      200,
    );
    const found = await withDatabase(app.database.ownerUrl, async (db) =>
      Promise.all(
        SECRETS.map(async (secret) => ({ secret, in: await findInDatabase(db, secret) })),
      ),
    );
    expect(found.filter((one) => one.in.length > 0)).toEqual([]);
    const log = app.logs.join("\n");
    expect(SECRETS.filter((secret) => log.includes(secret))).toEqual([]);
  });

  test("cannot be stored with a card by mistake: the database rejects an address", async () => {
    const address = JSON.stringify({ assignment: "holder", ...HOLDER.address });
    const id = parseId("card", cardId) ?? "";
    const stored = withDatabase(
      app.database.ownerUrl,
      ({ sql }) => sql`update card set billing_address = ${address}::text::jsonb where id = ${id}`,
    );
    await expect(stored).rejects.toThrow("card_holder_address_sealed");
  });
});

test("holder facts: the tests find a planted fact in text, JSON, bytes and base64", async () => {
  const kept = [
    "'A note: 742 Evergreen Lane'::text",
    `'{"line1": "742 evergreen lane"}'::jsonb`,
    "convert_to('x742 Evergreen Lane.', 'UTF8')",
    ...["", "x", "xy"].map((start) => `encode('${start}742 Evergreen Lane', 'base64')`),
  ];
  await withDatabase(app.database.ownerUrl, async (db) => {
    for (const value of kept) {
      await db.sql.unsafe(`create table kept_here as select ${value} as it`);
      expect([value, await findInDatabase(db, "742 Evergreen Lane")]).toEqual([
        value,
        ["public.kept_here"],
      ]);
      await db.sql.unsafe("drop table kept_here");
    }
  });
});
