import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseId } from "../../../platform/ids.ts";
import { createStripeApp, type StripeApp } from "../../../testing/stripe-app.ts";
import { expectStatus, SEGMENTS } from "../../../testing/test-cards.ts";

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

function counts() {
  const { world } = app.stripe;
  return {
    cards: world.all("issuing.card").length,
    cardholders: world.all("issuing.cardholder").length,
  };
}

test("Stripe cards: have spending controls, work once paid, and give Tessera no PAN", async () => {
  const { customer, id, stripeId } = await app.newCard();
  const card = app.stripe.world.get(stripeId);
  await app.until(async () => card.status === "active");
  expect(card).toMatchObject({ currency: "usd", type: "virtual", status: "active" });
  expect(card.spending_controls.spending_limits).toEqual([
    { amount: "1000000", interval: "per_authorization" },
    { amount: "2500000", interval: "daily" },
    { amount: "25000000", interval: "monthly" },
  ]);
  const { body } = await app.call(customer, `GET /api/cards/${id}`);
  expect(body.last4).toBe(card.last4);
  const [row] = await app.context.db.sql<{ stored: object }[]>`
    select billing_address as stored from card
    where id = ${parseId("card", id) ?? ""}`;
  expect(row?.stored).toEqual({ assignment: "holder" });
  expect(card.cardholder.billing.address.line1).toBe("1 Main Street");
  const secrets = await app.context.db.sql`
    select from card_secret where card_id = ${parseId("card", id) ?? ""}`;
  expect(secrets).toHaveLength(0);
});

test("Stripe cards: a retry after lost responses returns the same card", async () => {
  const customer = await app.newCustomer();
  const before = counts();
  app.stripe.loseAnswers(1, "POST /v1/issuing/cards");
  const applied = await app.call(customer, "POST /api/card-applications", ORDER, { key: "k" });
  expectStatus(applied, 201);
  expect(counts()).toEqual({ cards: before.cards + 1, cardholders: before.cardholders + 1 });
});

test("Stripe cards: a timeout charges nothing, and a retry requests the same card", async () => {
  const customer = await app.newCustomer();
  const before = counts();
  app.stripe.loseAnswers(3, "POST /v1/issuing/cards");
  const silent = await app.call(customer, "POST /api/card-applications", ORDER, { key: "k" });
  expect([silent.status, silent.body.code]).toEqual([503, "issuer_unavailable"]);
  expect(silent.body.message).toContain("No money moved");
  const { body: wallet } = await app.call(customer, "GET /api/bills");
  expect(wallet.data.filter(({ kind }: { kind: string }) => kind === "card_opening")).toEqual([]);
  const applied = await app.call(customer, "POST /api/card-applications", ORDER, { key: "k" });
  expectStatus(applied, 201);
  expect(counts()).toEqual({ cards: before.cards + 1, cardholders: before.cardholders + 1 });
});

test("Stripe cards: if the fee cannot be paid, Stripe is not called", async () => {
  const customer = await app.newCustomer({});
  const before = counts();
  const refused = await app.call(customer, "POST /api/card-applications", ORDER, { key: "k" });
  expect([refused.status, refused.body.code]).toEqual([409, "insufficient_funds"]);
  expect(counts()).toEqual(before);
});

test("Stripe cards: an application for a card the account can't issue is rejected", async () => {
  const customer = await app.newCustomer();
  const order = { ...ORDER, segmentId: SEGMENTS.mastercardStandardUsd };
  const refused = await app.call(customer, "POST /api/card-applications", order, { key: "k" });
  expect([refused.status, refused.body.code]).toEqual([409, "card_not_issued"]);
  const { body } = await app.call(customer, "GET /api/cards");
  expect(body.data).toEqual([]);
});

test("Stripe cards: freezes, unfreezes and closures are sent, even after downtime", async () => {
  const { customer, id, stripeId } = await app.newCard(0n);
  const statusIs = (status: string) =>
    app.until(async () => app.stripe.world.get(stripeId).status === status);
  expectStatus(await app.call(customer, `POST /api/cards/${id}/freeze`), 200);
  await statusIs("inactive");
  app.stripe.breakDown(true);
  expectStatus(await app.call(customer, `POST /api/cards/${id}/unfreeze`), 200);
  await app.until(async () =>
    app.logs.join("").includes("card status could not be sent to Stripe yet"),
  );
  app.stripe.breakDown(false);
  // Ends the lease of the failed attempt, so that the status is sent again.
  await app.context.db.sql`update issuer_card set leased_until = null where status_due`;
  await statusIs("active");
  expectStatus(await app.call(customer, `POST /api/cards/${id}/close`, {}, { key: "c" }), 200);
  await statusIs("canceled");
  await app.until(async () => {
    const due = await app.context.db.sql`select from issuer_card where status_due`;
    return due.length === 0;
  });
});

test("Stripe cards: a status change made while another is being sent is also sent", async () => {
  const { customer, id, stripeId } = await app.newCard(0n);
  const card = app.stripe.world.get(stripeId);
  await app.until(async () => card.status === "active");
  const letGo = app.stripe.holdAnswer(`POST /v1/issuing/cards/${stripeId}`);
  expectStatus(await app.call(customer, `POST /api/cards/${id}/freeze`), 200);
  await app.until(async () => card.status === "inactive");
  expectStatus(await app.call(customer, `POST /api/cards/${id}/unfreeze`), 200);
  letGo();
  await app.until(async () => card.status === "active");
});

describe("a PAN stored by Stripe", () => {
  test("is shown only by Stripe's element, and its owner gets one key per nonce", async () => {
    const { customer, id, stripeId } = await app.newCard(0n);
    const card = await app.call(customer, `GET /api/cards/${id}`);
    expect(card.body.numberAt).toBe("stripe");
    const element = await app.call(customer, `GET /api/cards/${id}/number-element`);
    expect(element.body).toEqual({
      publishableKey: "pk_test_double0123456789",
      issuerCardId: stripeId,
    });
    const proof = await app.prove(customer);
    const ask = (nonce: string, given: string) =>
      app.call(
        customer,
        `POST /api/cards/${id}/number-key`,
        { nonce },
        {
          headers: { "x-proof": given },
        },
      );
    const key = expectStatus(await ask("nonce-1", proof), 201);
    expect((await ask("nonce-2", proof)).body.code).toBe("proof_invalid");
    expect(key.body).toMatchObject({ issuerCardId: stripeId, ephemeralKey: `ek_test_${stripeId}` });
    expect(key.headers["cache-control"]).toBe("no-store");
    const again = await ask("nonce-1", await app.prove(customer));
    expect([again.status, again.body.fields[0].path]).toEqual([400, "nonce"]);
    const audited = await app.context.db.sql`
      select from ledger.audit where action = 'card.reveal'
        and object = ${parseId("card", id) ?? ""}`;
    expect(audited.length).toBeGreaterThan(0);
    expect(app.logs.join("\n")).not.toContain("ek_test_");
  });

  test("requires the owner's step-up token and never appears in Tessera's response", async () => {
    const { customer, id } = await app.newCard(0n);
    const url = `POST /api/cards/${id}/number-key` as const;
    const bare = await app.call(customer, url, { nonce: "n" });
    expect(bare.body.code).toBe("proof_required");
    const other = await app.newCustomer();
    const proof = { headers: { "x-proof": await app.prove(other) } };
    const foreign = await app.call(other, url, { nonce: "n" }, proof);
    expect([foreign.status, foreign.body.code]).toEqual([404, "not_found"]);
    const own = { headers: { "x-proof": await app.prove(customer) } };
    const revealed = await app.call(customer, `POST /api/cards/${id}/reveal`, undefined, own);
    expect([revealed.status, revealed.body.code]).toEqual([409, "card_number_elsewhere"]);
  });
});

test("Stripe cards: no Stripe key or secret is ever logged", () => {
  const { provider, ...settings } = app.context.config.issuer as { provider: string } & object;
  expect(provider).toBe("stripe");
  const lines = app.logs.join("\n");
  for (const [name, value] of Object.entries(settings)) {
    if (name.endsWith("Key") || name.endsWith("Secret")) {
      expect(lines).not.toContain(value);
    }
  }
});
