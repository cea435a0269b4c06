import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withDatabase } from "../../../platform/database/with-database.ts";
import { createCardsApp, type TestCustomer } from "../../../testing/cards-app.ts";
import { findInDatabase } from "../../../testing/find-in-database.ts";
import { createStripeApp, GERMAN_HOLDER, type StripeApp } from "../../../testing/stripe-app.ts";
import { HOLDER } from "../../../testing/stripe-double/double-facts.ts";
import { expectStatus, fund, OPENING_FEES, SEGMENTS } from "../../../testing/test-cards.ts";
import { openOtherServer } from "../../../testing/test-settings.ts";

let app: StripeApp;
beforeAll(async () => {
  app = await createStripeApp();
});
afterAll(async () => {
  expect(app.stripe.violations).toEqual([]);
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const ORDER = {
  segmentId: SEGMENTS.visaBusinessUsd,
  billingAddress: "auto",
  openingFee: "1.50",
} as const;
const EURO_ORDER = {
  ...ORDER,
  segmentId: SEGMENTS.visaStandardEur,
  openingFee: OPENING_FEES.EUR,
} as const;

const apply = (customer: TestCustomer, body: object = ORDER, key = "apply") =>
  app.call(customer, "POST /api/card-applications", body, { key });

function holdersOf({ customerId }: TestCustomer) {
  return app.stripe.world
    .all("issuing.cardholder")
    .filter(({ metadata }) => metadata.tessera_customer === customerId);
}

async function refusal(answering: ReturnType<typeof apply>) {
  const { status, body } = await answering;
  return [status, body.code, ...(body.fields ?? []).map((one: { path: string }) => one.path)];
}

describe("the first card application at Stripe", () => {
  test("is rejected without calling Stripe until every required fact is provided", async () => {
    const customer = await app.newStranger();
    const needed = ["legalName", "birthDate", "address", "phone", "acceptTerms"];
    const asked = await app.call(customer, "GET /api/card-holder");
    expect(asked.headers["cache-control"]).toBe("no-store");
    expect(asked.body).toMatchObject({
      needed,
      missing: needed,
      minimumAge: 18,
      terms: { url: "https://issuer.example/cardholder-terms", acceptedAt: null },
      legalName: null,
    });
    const before = app.stripe.requests.length;
    expect(await refusal(apply(customer))).toEqual([409, "holder_facts_missing", ...needed]);
    const sanctioned = { ...HOLDER, address: { ...HOLDER.address, country: "IR" } };
    expect(await refusal(app.giveFacts(customer, sanctioned))).toEqual([
      409,
      "country_not_served",
      "address.country",
    ]);
    const { phone, acceptTerms, ...some } = HOLDER;
    expectStatus(await app.giveFacts(customer, some), 200);
    expect(await refusal(apply(customer, ORDER, "again"))).toEqual([
      409,
      "holder_facts_missing",
      "phone",
      "acceptTerms",
    ]);
    expect(app.stripe.requests.length).toBe(before);
    const given = expectStatus(await app.giveFacts(customer, { phone, acceptTerms }), 200);
    expect(given.body).toMatchObject({ missing: [], ...some, phone });
    expect(given.body.terms.acceptedAt).not.toBeNull();
    expectStatus(await apply(customer, ORDER, "last"), 201);
  });

  test.each([
    [{ legalName: { first: "艾达", last: "Lovelace" } }, "legalName.first", "latin_letters"],
    [{ birthDate: "2001-02-30" }, "birthDate", "malformed_day"],
    [{ birthDate: "2015-01-01" }, "birthDate", "too_young"],
    [{ birthDate: "2090-01-01" }, "birthDate", "out_of_range"],
    [{ phone: "030 1234567" }, "phone", "malformed_phone"],
    [{ acceptTerms: false }, "acceptTerms", "agreement_required"],
    [{ address: { ...HOLDER.address, line1: " " } }, "address.line1", "required"],
    [{ passport: "X123" }, "passport", "unknown_field"],
  ])("rejects %j", async (facts, path, code) => {
    const { status, body } = await app.giveFacts(await app.newStranger(), facts);
    expect([status, body.fields[0].path, body.fields[0].code]).toEqual([400, path, code]);
  });

  test("is rejected with a separate billing address; the card uses the cardholder's", async () => {
    const customer = await app.newCustomer();
    const body = { ...ORDER, billingAddress: HOLDER.address };
    expect(await refusal(apply(customer, body))).toEqual([400, "invalid_input", "billingAddress"]);
  });
});

test("cardholder facts: are stored sealed, audited without values, and never logged", async () => {
  const customer = await app.newCustomer();
  expectStatus(await apply(customer), 201);
  expectStatus(await app.giveFacts(customer, { phone: "+12025550124" }), 200);
  const { sql } = app.context.db;
  const [row] = await sql<{ revision: number }[]>`
    select revision from card_holder
    where customer_id = ${customer.customerId}`;
  expect(row?.revision).toBe(2);
  const audited = await sql`
    select data from ledger.audit
    where action = 'holder.facts' and customer_id = ${customer.customerId} order by id`;
  expect(audited).toMatchObject([
    { data: { revision: 1 } },
    { data: { facts: ["phone"], revision: 2 } },
  ]);
  const logs = app.logs.join("\n");
  await withDatabase(app.database.ownerUrl, async (db) => {
    for (const secret of ["Lovelace", "1990-12-10", "1 Main Street", "2025550123", "2025550124"]) {
      expect(logs).not.toContain(secret);
      expect([secret, await findInDatabase(db, secret)]).toEqual([secret, []]);
    }
    expect(await findInDatabase(db, customer.customerId)).toContain("public.card_holder");
  });
});

describe("a cardholder at Stripe", () => {
  test("is the same individual for all of a customer's cards", async () => {
    const customer = await app.newCustomer();
    expectStatus(await apply(customer), 201);
    expectStatus(await apply(customer, ORDER, "second"), 201);
    const holders = holdersOf(customer);
    expect(holders).toHaveLength(1);
    expect(holders[0]).toMatchObject({
      type: "individual",
      name: "Ada Lovelace",
      phone_number: "+12025550123",
      billing: { address: { line1: "1 Main Street", state: "IL", country: "US" } },
      individual: {
        first_name: "Ada",
        last_name: "Lovelace",
        dob: { day: "10", month: "12", year: "1990" },
        card_issuing: { user_terms_acceptance: { ip: "127.0.0.1" } },
      },
    });
    const cards = app.stripe.world
      .all("issuing.card")
      .filter(({ cardholder }) => cardholder.id === holders[0].id);
    expect(cards).toHaveLength(2);
  });

  test("is created once despite lost responses and concurrent calls from two servers", async () => {
    const customer = await app.newCustomer();
    const other = await openOtherServer(app);
    app.stripe.loseAnswers(1, "POST /v1/issuing/cardholders");
    const answers = await Promise.all([
      apply(customer),
      other.post(customer, "/api/card-applications", ORDER, { "idempotency-key": "there" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(holdersOf(customer)).toHaveLength(1);
    await other.close();
  });

  test("is found again after a crash, even if the facts have been corrected since", async () => {
    const customer = await app.newCustomer();
    app.stripe.loseAnswers(3, "POST /v1/issuing/cardholders");
    expect(await refusal(apply(customer))).toEqual([503, "issuer_unavailable"]);
    expect(holdersOf(customer)).toHaveLength(1);
    expectStatus(await app.giveFacts(customer, { phone: "+12025550199" }), 200);
    expectStatus(await apply(customer), 201);
    expect(holdersOf(customer)).toMatchObject([{ phone_number: "+12025550199" }]);
  });

  test("is corrected, and the card then gets the corrected address", async () => {
    const { customer, id } = await app.newCard(0n);
    const address = { ...HOLDER.address, line1: "2 Oak Avenue" };
    expectStatus(await app.giveFacts(customer, { address }), 200);
    await app.until(async () => holdersOf(customer)[0].billing.address.line1 === "2 Oak Avenue");
    const proof = { headers: { "x-proof": await app.prove(customer) } };
    const key = await app.call(customer, `POST /api/cards/${id}/number-key`, { nonce: id }, proof);
    expect(expectStatus(key, 201).body.billingAddress).toMatchObject({
      assignment: "holder",
      line1: "2 Oak Avenue",
    });
  });

  test("remains the same individual for a replacement card", async () => {
    const { customer, id } = await app.newCard(0n);
    const options = { key: "r", headers: { "x-proof": await app.prove(customer) } };
    const replace = `POST /api/cards/${id}/replace` as const;
    expectStatus(await app.call(customer, replace, { reason: "lost" }, options), 201);
    expect(holdersOf(customer)).toHaveLength(1);
  });
});

describe("a refusal by Stripe", () => {
  test("names the fact to correct, whose value is never logged", async () => {
    const customer = await app.newStranger();
    expectStatus(await app.giveFacts(customer, { ...HOLDER, phone: "+15550001234" }), 200);
    expect(await refusal(apply(customer))).toEqual([409, "holder_facts_refused", "phone"]);
    expect(app.logs.join("\n")).not.toContain("5550001234");
    expectStatus(await app.giveFacts(customer, { phone: "+12025550177" }), 200);
    expectStatus(await apply(customer, ORDER, "again"), 201);
    expect(holdersOf(customer)).toHaveLength(1);
  });

  test.each([
    ["requirements.past_due", ["individual.dob.day"], [409, "holder_facts_refused", "birthDate"]],
    ["under_review", [], [409, "holder_under_review"]],
    ["rejected.listed", [], [409, "holder_refused"]],
  ])("has a specific error code and charges nothing: %s", async (reason, pastDue, said) => {
    const { customer } = await app.newCard(0n);
    const [holder] = holdersOf(customer);
    holder.requirements = { disabled_reason: reason, past_due: pastDue };
    const paid = async () =>
      (await app.call(customer, "GET /api/bills")).body.data.filter(
        ({ kind }: { kind: string }) => kind === "card_opening",
      ).length;
    const before = await paid();
    expect(await refusal(apply(customer, ORDER, "again"))).toEqual(said);
    expect(await paid()).toBe(before);
    holder.requirements = { disabled_reason: null, past_due: [] };
    expectStatus(await apply(customer, ORDER, "once-more"), 201);
  });
});

describe("a Stripe card in euros", () => {
  test("is issued to a European resident, and authorizes and clears a payment", async () => {
    const customer = await app.newStranger({ EUR: 100_000n });
    expectStatus(await app.giveFacts(customer, GERMAN_HOLDER), 200);
    const id: string = expectStatus(await apply(customer, EURO_ORDER), 201).body.cardId;
    const [holder] = holdersOf(customer);
    const card = app.stripe.world
      .all("issuing.card")
      .find(({ cardholder }) => cardholder.id === holder.id);
    expect(card).toMatchObject({ currency: "eur", type: "virtual" });
    expect(holder.billing.address).toMatchObject({ country: "DE", city: "Berlin" });
    await fund(app, customer, { id }, 10_000n);
    const paid = await app.network.pays(card.id, { amount: 2_500, currency: "eur" });
    expect(paid.answer.json).toMatchObject({ approved: true });
    await app.tell(paid.created);
    const { created, updated } = app.network.captures(paid.id, 2_500);
    await app.tell(created, updated);
    const { body } = await app.call(customer, `GET /api/cards/${id}`);
    expect(body).toMatchObject({ currency: "EUR", balance: "75.00", held: "0.00" });
  });

  test("is rejected for a resident of the United States before Stripe is called", async () => {
    const customer = await app.newCustomer({ EUR: 100_000n });
    const before = app.stripe.requests.length;
    expect(await refusal(apply(customer, EURO_ORDER))).toEqual([
      409,
      "holder_country_not_served",
      "address.country",
    ]);
    expect(app.stripe.requests.length).toBe(before);
  });

  test("is the only type of card that a European resident can get", async () => {
    const customer = await app.newStranger();
    expectStatus(await app.giveFacts(customer, GERMAN_HOLDER), 200);
    expect((await refusal(apply(customer))).slice(0, 2)).toEqual([
      409,
      "holder_country_not_served",
    ]);
  });
});

test("cardholders: facts are neither required nor accepted if the issuer needs none", async () => {
  const sandbox = await createCardsApp();
  const customer = await sandbox.newCustomer();
  const asked = await sandbox.call(customer, "GET /api/card-holder");
  expect(asked.body).toMatchObject({ needed: [], missing: [], terms: null });
  const given = await sandbox.call(customer, "PUT /api/card-holder", { phone: HOLDER.phone });
  expect([given.status, given.body.fields[0].code]).toEqual([400, "not_allowed"]);
  await sandbox.close();
});
