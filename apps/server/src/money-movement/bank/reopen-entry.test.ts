import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { type BankApp, bankReference, createBankApp, TestBank } from "./bank.fixtures.ts";

let app: BankApp;
let bank: TestBank;
beforeAll(async () => {
  app = await createBankApp();
  bank = new TestBank(app);
});
afterAll(async () => {
  expect(await app.brokenBankBooks()).toEqual([]);
  await app.close();
});

const path = (id: string, act: string) => `POST /api/admin/bank/entries/${id}/${act}` as const;

function reopen(id: string, by: TestCustomer = app.reviewer) {
  return app.call(by, path(id, "reopen"), { reason: "Ordered by mistake" });
}

/** Imports a credit without a customer, and instructs its return. */
async function returning() {
  const reference = bankReference();
  await app.settle(bank.statement([bank.credit({ reference })]));
  const { id } = await app.entryOf(reference);
  const asked = await app.call(app.reviewer, path(id, "return"), { reason: "Unknown" });
  const { returnReference } = expectStatus(asked, 200).body;
  return { id, reference, returnReference: returnReference as string };
}

async function assign(id: string, customer: TestCustomer) {
  const body = { customerId: `cus_${customer.customerId}` };
  expectStatus(await app.call(app.support, path(id, "assign"), body), 200);
  const reviews = await app.call(app.reviewer, "GET /api/admin/reviews?kind=bank_assignment");
  return reviews.body.data.find(
    ({ customer: { id: of } }: { customer: { id: string } }) => of === body.customerId,
  );
}

describe("a return that is not paid yet", () => {
  it("is called off once, with an audit event, and its money reaches the customer", async () => {
    const { id, reference } = await returning();
    const customer = await app.newCustomer({});
    expect((await reopen(id, app.support)).status).toBe(403);
    expect(expectStatus(await reopen(id), 200).body).toMatchObject({
      ...{ state: "unmatched", reason: "reopened", decidedBy: app.reviewer.username },
    });
    expectStatus(await reopen(id), 200);
    const late = await reopen(id, app.other);
    expect([late.status, late.body.code]).toEqual([409, "bank_entry_decided"]);
    const audited = await app.context.db.sql<{ role: string }[]>`
      select data ->> 'role' as role from ledger.audit
      where action = 'bank.reopen' and object = ${id}`;
    expect(audited).toEqual([{ role: "reviewer" }]);
    const { id: caseId, revision } = await assign(id, customer);
    const approve = `POST /api/admin/reviews/${caseId}/approve` as const;
    expectStatus(await app.call(app.reviewer, approve, { revision }), 200);
    expect(await app.available(customer)).toBe("50.00");
    expect(await app.entryOf(reference)).toMatchObject({ state: "credited" });
    expect((await reopen(id)).status).toBe(409);
  });

  it("that the bank pays although it was called off ends as returned, with its case", async () => {
    const customer = await app.newCustomer({});
    const [queued, reviewed] = [await returning(), await returning()];
    for (const { id } of [queued, reviewed]) {
      expectStatus(await reopen(id), 200);
    }
    await assign(reviewed.id, customer);
    const paid = [queued, reviewed].map(({ returnReference }) =>
      bank.debit({ remittance: returnReference }),
    );
    await app.settle(bank.statement(paid));
    for (const { reference } of [queued, reviewed]) {
      expect(await app.entryOf(reference)).toMatchObject({ state: "returned" });
    }
    const reviews = await app.call(app.reviewer, "GET /api/admin/reviews?kind=bank_assignment");
    const ofCustomer = ({ customer: { id } }: { customer: { id: string } }) =>
      id === `cus_${customer.customerId}`;
    expect(reviews.body.data.filter(ofCustomer)).toMatchObject([{ status: "expired" }]);
    expect(await app.available(customer)).toBe("0.00");
  });

  it("keeps its reference when it is instructed again", async () => {
    const { id, returnReference } = await returning();
    expectStatus(await reopen(id), 200);
    const again = await app.call(app.reviewer, path(id, "return"), { reason: "Unknown" });
    expect(expectStatus(again, 200).body).toMatchObject({ state: "returning", returnReference });
  });
});

it("bank: refuses to reopen a transfer that waits for nothing of the kind", async () => {
  const reference = bankReference();
  await app.settle(bank.statement([bank.credit({ reference })]));
  const { id } = await app.entryOf(reference);
  const refused = await reopen(id);
  expect([refused.status, refused.body.code]).toEqual([409, "bank_entry_decided"]);
  expect((await reopen("ben_00000000-0000-7000-8000-000000000009")).status).toBe(404);
});
