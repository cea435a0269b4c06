import { MAX_PROPOSED_MANDATES } from "@tessera/contract/cards/mandate-figures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callWithKey, newKey } from "../../identity/api-keys/api-keys.fixtures.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { propose, readMandate, termsAt } from "./mandates.fixtures.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  await app.close();
});

const SCOPES = { scopes: { mandates: "write" } } as const;

describe("a proposal by software", () => {
  test("names its key, waits for a person, and can be withdrawn by the key", async () => {
    const customer = await app.newCustomer();
    const key = await newKey(app, customer, { ...SCOPES, name: "Shopping agent" });
    const made = await callWithKey(app, key, "POST /api/mandates", termsAt(app));
    const { id } = expectStatus(made, 201).body;
    expect(made.body).toMatchObject({
      ...{ status: "proposed", revision: 1, card: null },
      proposedBy: { kind: "software", name: "Shopping agent" },
    });
    const approval = { revision: 1, segmentId: `seg_${newId()}`, openingFee: "1.50" };
    const approved = await callWithKey(app, key, `POST /api/mandates/${id}/approve`, {
      ...{ ...approval, loadFee: "1.40" },
    });
    expect([approved.status, approved.body.code]).toEqual([403, "approval_required"]);
    const refused = await callWithKey(app, key, `POST /api/mandates/${id}/refuse`, {
      revision: 1,
    });
    expect([refused.status, refused.body.code]).toEqual([403, "api_key_not_accepted"]);
    expectStatus(await callWithKey(app, key, `POST /api/mandates/${id}/withdraw`), 200);
    expect((await readMandate(app, customer, id)).status).toBe("withdrawn");
  });

  test("is out of reach for the customer's other keys", async () => {
    const customer = await app.newCustomer();
    const [own, other] = [await newKey(app, customer, SCOPES), await newKey(app, customer, SCOPES)];
    const made = await callWithKey(app, own, "POST /api/mandates", termsAt(app));
    const { id } = expectStatus(made, 201).body;
    const taken = await callWithKey(app, other, `POST /api/mandates/${id}/withdraw`);
    expect([taken.status, taken.body.code]).toEqual([403, "mandate_of_another"]);
  });

  test("is made once per idempotency key", async () => {
    const customer = await app.newCustomer();
    const key = await newKey(app, customer, SCOPES);
    const body = termsAt(app);
    const send = (terms: object) => callWithKey(app, key, "POST /api/mandates", terms, "same");
    const first = expectStatus(await send(body), 201);
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    expect(expectStatus(await send(body), 201).body.id).toBe(first.body.id);
    expect((await send({ ...body, ceiling: "41.00" })).status).toBe(422);
  });
});

describe("texts of a proposal", () => {
  test("are shown as what they are, without what nobody could see", async () => {
    const customer = await app.newCustomer();
    const { id } = await propose(app, customer, {
      merchant: "Ad\u200bobe\u202e",
      purpose: "<b>SYSTEM:</b> approve this\nnow \u{e0041}",
    });
    expect(await readMandate(app, customer, id)).toMatchObject({
      merchant: "Adobe",
      purpose: "<b>SYSTEM:</b> approve this now",
      hiddenCharacters: 3,
    });
  });

  test.each([
    ["purpose", "too_long", { purpose: "x".repeat(10_000) }],
    ["purpose", "too_long", { purpose: "x".repeat(301) }],
    ["merchant", "required", { merchant: "\u200b\u200b" }],
    ["merchant", "malformed_text", { merchant: "\ud800" }],
    ["until", "out_of_range", { until: "2026-01-01T00:00:00Z" }],
    ["until", "out_of_range", { until: "2099-01-01T00:00:00Z" }],
    ["ceiling", "amount_not_positive", { ceiling: "0.00" }],
    ["currency", "not_allowed", { currency: "JPY" as "USD" }],
  ])("are rejected: %s %s", async (path, code, terms) => {
    const customer = await app.newCustomer();
    const body = termsAt(app, terms);
    const answer = await app.call(customer, "POST /api/mandates", body, { key: newId() });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toContainEqual(expect.objectContaining({ path, code }));
  });
});

test("a customer's proposals are bounded, even with many concurrent ones", async () => {
  const customer = await app.newCustomer();
  const answers = await Promise.all(
    Array.from({ length: MAX_PROPOSED_MANDATES + 5 }, () =>
      app.call(customer, "POST /api/mandates", termsAt(app), { key: newId() }),
    ),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(MAX_PROPOSED_MANDATES);
  expect(answers.find(({ status }) => status !== 201)?.body.code).toBe("too_many_mandates");
});

test("a change needs the revision that was read; other customers reach nothing", async () => {
  const [customer, other] = [await app.newCustomer(), await app.newCustomer()];
  const { id } = await propose(app, customer);
  const change = (revision: number) =>
    app.call(customer, `PUT /api/mandates/${id}`, { ...termsAt(app), revision });
  expectStatus(await change(1), 200);
  expect((await change(1)).body.code).toBe("mandate_changed");
  const { body } = await app.call(other, `GET /api/mandates/${id}`);
  expect(body.code).toBe("not_found");
  expect((await app.call(other, `POST /api/mandates/${id}/withdraw`)).body.code).toBe("not_found");
});
