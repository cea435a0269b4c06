import { LOCALES } from "@tessera/contract/errors/locales";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { type OtherServer, openOtherServer, setLimits } from "../../testing/test-settings.ts";

let app: CardsApp;
let other: OtherServer;
let support: TestCustomer;
let reviewer: TestCustomer;
let customer: TestCustomer;
beforeAll(async () => {
  app = await createCardsApp();
  other = await openOtherServer(app);
  support = await app.newOperator("support");
  reviewer = await app.newOperator("reviewer");
  customer = await app.newCustomer();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await other.close();
  await app.close();
});

const TERMS = { direction: "credit", amount: "12.50", reason: "Fee twice", reference: "CASE-17" };
const ABOVE = {
  code: "correction_above_limit",
  limit: { amount: "12.49", currency: "USD" },
};

const path = () => `/api/admin/customers/cus_${customer.customerId}/corrections`;

function propose(over: object = {}, headers: Readonly<Record<string, string>> = {}) {
  const body = { currency: "USD", ...TERMS, ...over };
  return app.call(support, `POST ${path()}`, body, { key: newId(), headers });
}

const setMost = (maxAmount: string) => setLimits(app, { correction: { maxAmount } });

test("adjustments: every server rejects an amount above the limit, stating the limit", async () => {
  await setMost("12.50");
  expectStatus(await propose(), 201);
  await setMost("12.49");
  expect((await propose()).body).toMatchObject({ status: 409, ...ABOVE });
  const key = { "idempotency-key": newId() };
  const there = await other.post(support, path(), { currency: "USD", ...TERMS }, key);
  expect(there).toMatchObject({ status: 409, body: ABOVE });
  const texts = await Promise.all(
    LOCALES.map(async (locale) => (await propose({}, { "accept-language": locale })).body.message),
  );
  expect(new Set(texts).size).toBe(LOCALES.length);
});

test("adjustments: the limit applies to the value in dollars", async () => {
  await setMost("12.50");
  expect((await propose({ currency: "EUR" })).body.code).toBe("correction_above_limit");
  expectStatus(await propose({ currency: "CNY", amount: "50.00" }), 201);
});

test("adjustments: a proposal cannot be changed to an amount above the limit", async () => {
  await setMost("12.49");
  const { id } = expectStatus(await propose({ amount: "1.00" }), 201).body;
  const revise = (amount: string) =>
    app.call(support, `PUT /api/admin/corrections/${id}`, { ...TERMS, amount, revision: 1 });
  expect((await revise("12.50")).body).toMatchObject({ status: 409, ...ABOVE });
  expectStatus(await revise("12.49"), 200);
});

test("adjustments: a proposal above a newly lowered limit waits, and no money moves", async () => {
  await setMost("12.50");
  const { id } = expectStatus(await propose(), 201).body;
  const approve = () =>
    app.call(reviewer, `POST /api/admin/corrections/${id}/approve`, { revision: 1 });
  await setMost("12.49");
  expect((await approve()).body).toMatchObject({ status: 409, ...ABOVE });
  const there = await other.post(reviewer, `/api/admin/corrections/${id}/approve`, { revision: 1 });
  expect(there).toMatchObject({ status: 409, body: ABOVE });
  const waiting = await app.call(reviewer, `GET /api/admin/corrections/${id}`);
  expect(waiting.body).toMatchObject({ status: "waiting", movementId: null });
  await setMost("12.50");
  expect(expectStatus(await approve(), 200).body.status).toBe("approved");
});
