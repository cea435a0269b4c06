import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, network, readCard, step } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { endDueMandates } from "./end-due-mandates.ts";
import { approve, approved, payAt, propose, readMandate, termsAt } from "./mandates.fixtures.ts";

const DAY_SECONDS = 86_400;

let app: CardsApp;
beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp());
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const decide = (customer: TestCustomer, id: string, what: string, body?: object) =>
  app.call(customer, `POST /api/mandates/${id}/${what}`, body);

/** Returns what a customer's dollar account has available, in minor units. */
async function accountMinor({ customerId }: TestCustomer): Promise<bigint> {
  const [row] = await app.context.db.sql<{ available: bigint }[]>`
    select b.posted - b.held as available from ledger.balance b
    join ledger.account a on a.id = b.account_id
    where a.customer_id = ${customerId} and a.kind = 'account' and a.currency = 'USD'`;
  return row?.available ?? 0n;
}

async function detailOf(customer: TestCustomer, authorizationId: string) {
  const id = authorizationId.replace("auth_", "mov_");
  return expectStatus(await app.call(customer, `GET /api/transactions/${id}`), 200).body;
}

describe("an approved mandate", () => {
  test("charges what was shown, and issues a card with its terms", async () => {
    const customer = await app.newCustomer({ USD: 10_000n });
    const { id } = await propose(app, customer);
    const shown = await readMandate(app, customer, id);
    // The opening fee of $1.50, and 3.5 % of the ceiling of $40.00.
    expect(shown.offer).toMatchObject({ openingFee: "1.50", loadFee: "1.40", total: "42.90" });
    const { body } = expectStatus(await approve(app, customer, shown), 200);
    expect(body).toMatchObject({
      status: "approved",
      card: { status: "active", used: false, openingFee: "1.50", loadFee: "1.40" },
    });
    expect(await readCard(app, customer, { id: body.card.id })).toMatchObject({
      ...{ balance: "40.00", usage: "merchant_locked", lockedMerchant: "Adobe", mandateId: id },
    });
    expect(await accountMinor(customer)).toBe(5_710n);
    expect((await readMandate(app, customer, id)).offer).toBeNull();
  });

  test("pays its merchant once, and its payment carries the mandate", async () => {
    const customer = await app.newCustomer();
    const { mandate, card } = await approved(app, customer);
    const paid = await payAt(app, card, "38.50", { merchant: "ADOBE *CREATIVE CLOUD" });
    expect(paid.approved).toBe(true);
    expect(await detailOf(customer, paid.authorizationId)).toMatchObject({
      mandateId: mandate.id,
      mandate: { id: mandate.id, merchant: "Adobe", ceiling: "40.00", currency: "USD" },
    });
    const second = await payAt(app, card, "1.00");
    expect(second.code).toBe("single_use_spent");
    expect((await detailOf(customer, second.authorizationId)).mandate.id).toBe(mandate.id);
  });

  test.each<[what: string, code: string, amount: string, asked: Parameters<typeof payAt>[3]]>([
    ["a higher amount", "mandate_ceiling", "40.01", {}],
    ["another merchant", "mandate_merchant", "40.00", { merchant: "Netflix" }],
    ["a merchant that only looks the same", "mandate_merchant", "40.00", { merchant: "Аdobe" }],
    ["another currency", "mandate_currency", "1.00", { currency: "EUR" }],
  ])("declines %s, and names the mandate", async (_what, code, amount, asked) => {
    const customer = await app.newCustomer();
    const { mandate, card } = await approved(app, customer);
    const answer = await payAt(app, card, amount, asked);
    expect(answer.code).toBe(code);
    const detail = await detailOf(customer, answer.authorizationId);
    expect(detail).toMatchObject({ declineCode: code, mandate: { id: mandate.id } });
    const told = `Mandate ${mandate.id} allows one payment of up to 40.00 USD at “Adobe”.`;
    expect(detail.declineMessage).toContain(told);
    const movementId = answer.authorizationId.replace("auth_", "mov_");
    const explained = await app.call(customer, `GET /api/risk/declines/${movementId}`);
    const { trace, fixes, message } = expectStatus(explained, 200).body;
    expect(message).toContain(told);
    expect(trace).toContainEqual(
      expect.objectContaining({ code, passed: false, mandateId: mandate.id }),
    );
    expect(fixes).toEqual([]);
    expect((await payAt(app, card)).approved).toBe(true);
  });

  test("declines an increment beyond its ceiling", async () => {
    const customer = await app.newCustomer();
    const { card } = await approved(app, customer);
    const { authorizationId } = await payAt(app, card, "30.00");
    expect((await step(app, "increment", authorizationId, "10.01")).body.code).toBe(
      "mandate_ceiling",
    );
    expect((await step(app, "increment", authorizationId, "10.00")).body.approved).toBe(true);
  });

  test("approves one of ten concurrent payments", async () => {
    const customer = await app.newCustomer();
    const { card } = await approved(app, customer);
    const answers = await Promise.all(Array.from({ length: 10 }, () => payAt(app, card, "4.00")));
    expect(answers.filter((answer) => answer.approved)).toHaveLength(1);
  });

  test("declines payments from its time on, and then returns the money", async () => {
    const customer = await app.newCustomer({ USD: 10_000n });
    const { mandate, card } = await approved(app, customer);
    app.clock.advance(DAY_SECONDS);
    expect((await payAt(app, card)).code).toBe("mandate_ended");
    await endDueMandates(app.context);
    expect(await readMandate(app, customer, mandate.id)).toMatchObject({
      ...{ status: "expired", card: { status: "closed", used: false } },
    });
    // Both fees were charged.
    expect(await accountMinor(customer)).toBe(9_710n);
  });

  test("ends when its payment has settled, and returns what is left", async () => {
    const customer = await app.newCustomer({ USD: 10_000n });
    const { mandate, card } = await approved(app, customer);
    const { authorizationId } = await payAt(app, card, "30.00");
    await endDueMandates(app.context);
    expect((await readMandate(app, customer, mandate.id)).status).toBe("approved");
    expectStatus(await step(app, "clear", authorizationId, "30.00"), 200);
    await endDueMandates(app.context);
    expect(await readMandate(app, customer, mandate.id)).toMatchObject({
      ...{ status: "completed", card: { status: "closed", used: true } },
    });
    expect(await accountMinor(customer)).toBe(6_710n);
    expect((await network(app, "refund", card, { amount: "5.00" })).approved).toBe(true);
    expect(await accountMinor(customer)).toBe(7_210n);
  });

  test("ends when it is withdrawn; a payment on hold is still settled", async () => {
    const customer = await app.newCustomer({ USD: 10_000n });
    const { mandate, card } = await approved(app, customer);
    const { authorizationId } = await payAt(app, card, "30.00");
    const { body } = expectStatus(await decide(customer, mandate.id, "withdraw"), 200);
    expect(body).toMatchObject({ status: "completed", card: { status: "closing" } });
    expectStatus(await step(app, "clear", authorizationId, "30.00"), 200);
    expect((await readCard(app, customer, card)).status).toBe("closed");
    expect(await accountMinor(customer)).toBe(6_710n);
  });

  test("has a card that cannot be loaded or replaced", async () => {
    const customer = await app.newCustomer();
    const { card } = await approved(app, customer);
    const asked = { operation: "deposit", amount: "5.00" };
    const quote = await app.call(customer, `POST /api/cards/${card.id}/quote`, asked);
    expect([quote.status, quote.body.code]).toEqual([409, "card_of_mandate"]);
    const headers = { "x-proof": await app.prove(customer) };
    const options = { key: newId(), headers };
    const path = `POST /api/cards/${card.id}/replace` as const;
    const replaced = await app.call(customer, path, { reason: "lost" }, options);
    expect([replaced.status, replaced.body.code]).toEqual([409, "card_of_mandate"]);
  });

  test("never changes its terms, even by SQL of the application", async () => {
    const customer = await app.newCustomer();
    const { mandate } = await approved(app, customer);
    const id = mandate.id.replace("mdt_", "");
    await expect(
      app.context.db.sql`update purchase_mandate set ceiling_minor = 999999 where id = ${id}`,
    ).rejects.toThrow("the terms of a decided mandate never change");
  });
});

describe("an approval", () => {
  test("is refused if the mandate was changed after it was shown", async () => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const { id } = await propose(app, customer);
    const shown = await readMandate(app, customer, id);
    const change = { ...termsAt(app, { ceiling: "400.00" }), revision: 1 };
    expectStatus(await app.call(customer, `PUT /api/mandates/${id}`, change), 200);
    const answer = await approve(app, customer, shown);
    expect([answer.status, answer.body.code]).toEqual([409, "mandate_changed"]);
    const now = await readMandate(app, customer, id);
    expect(now).toMatchObject({ revision: 2, ceiling: "400.00", status: "proposed" });
    // A token for the former revision does not approve the current one.
    const crossed = await approve(app, customer, now, { proven: shown });
    expect([crossed.status, crossed.body.code]).toEqual([403, "proof_invalid"]);
    expect(await accountMinor(customer)).toBe(100_000n);
    expectStatus(await approve(app, customer, now), 200);
  });

  test.each([
    ["ceiling", { ceiling: "30.00" }],
    ["merchant", { merchant: "Netflix" }],
    ["purpose", { purpose: "Something else" }],
    ["total", { offer: null }],
  ])("is refused with a step-up token for another %s", async (_field, other) => {
    const customer = await app.newCustomer();
    const { id } = await propose(app, customer);
    const shown = await readMandate(app, customer, id);
    const answer = await approve(app, customer, shown, { proven: { ...shown, ...other } });
    expect([answer.status, answer.body.code]).toEqual([403, "proof_invalid"]);
    expect((await readMandate(app, customer, id)).status).toBe("proposed");
  });

  test("happens once for concurrent calls, with one key and with several", async () => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const { id } = await propose(app, customer);
    const shown = await readMandate(app, customer, id);
    const keys = ["one", "one", "two", "three"];
    const answers = await Promise.all(keys.map((key) => approve(app, customer, shown, { key })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(new Set(done.map(({ body }) => body.card.id)).size).toBe(1);
    expect(await accountMinor(customer)).toBe(95_710n);
  });

  test("is answered again under its key after the stored response was deleted", async () => {
    const customer = await app.newCustomer({ USD: 100_000n });
    const { id } = await propose(app, customer);
    const shown = await readMandate(app, customer, id);
    const first = expectStatus(await approve(app, customer, shown, { key: "k" }), 200);
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    const again = expectStatus(await approve(app, customer, shown, { key: "k" }), 200);
    expect(again.body.card.id).toBe(first.body.card.id);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(await accountMinor(customer)).toBe(95_710n);
  });

  test("changes nothing if the account lacks a cent, or the fees are not those shown", async () => {
    const customer = await app.newCustomer({ USD: 4_289n });
    const { id } = await propose(app, customer);
    const shown = await readMandate(app, customer, id);
    const poor = await approve(app, customer, shown);
    expect([poor.status, poor.body.code]).toEqual([409, "insufficient_funds"]);
    const { offer } = shown;
    const cheaper = { ...shown, offer: offer && { ...offer, loadFee: "0.00" } };
    const wrong = await approve(app, customer, cheaper);
    expect([wrong.status, wrong.body.code]).toEqual([409, "price_changed"]);
    expect((await app.call(customer, "GET /api/cards")).body.data).toEqual([]);
    expect(await accountMinor(customer)).toBe(4_289n);
  });

  test("is refused after a refusal, a withdrawal, and its time", async () => {
    const customer = await app.newCustomer();
    const ends: ((id: string) => Promise<unknown>)[] = [
      (id) => decide(customer, id, "refuse", { revision: 1 }),
      (id) => decide(customer, id, "withdraw"),
      async () => app.clock.advance(DAY_SECONDS),
    ];
    for (const end of ends) {
      const { id } = await propose(app, customer);
      const shown = await readMandate(app, customer, id);
      await end(id);
      const answer = await approve(app, customer, shown);
      expect([answer.status, answer.body.code]).toEqual([409, "mandate_decided"]);
    }
    await endDueMandates(app.context);
    const { body } = await app.call(customer, "GET /api/mandates");
    const statuses = body.data.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["expired", "withdrawn", "refused"]);
  });
});
