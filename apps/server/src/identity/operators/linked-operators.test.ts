import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { callProven, joinByInvitation } from "../../testing/test-operators.ts";
import { addDemoTotp } from "../second-factor/index.ts";

let app: CardsApp;
let ada: TestCustomer;
let ben: TestCustomer;
/** An operator invited by Ada, with Ben's approval where two administrators are required. */
let support: TestCustomer;
let reviewer: TestCustomer;
let cem: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp();
  ada = await app.newOperator("administrator");
  ben = await app.newOperator("administrator");
  support = await joinByInvitation(app, { role: "support", by: ada });
  reviewer = await joinByInvitation(app, { role: "reviewer", by: ada, approver: ben });
  cem = await joinByInvitation(app, { role: "administrator", by: ada, approver: ben });
}, 300_000);
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const LINKED = [403, "linked_by_invitation"];

describe("an adjustment and linked operators", () => {
  const TERMS = { currency: "USD", direction: "credit", amount: "12.50", reason: "Fee" };

  async function propose(by: TestCustomer, customer: TestCustomer): Promise<string> {
    const path = `POST /api/admin/customers/cus_${customer.customerId}/corrections` as const;
    const body = { ...TERMS, reference: newId() };
    return expectStatus(await app.call(by, path, body, { key: newId() }), 201).body.id;
  }

  const approve = (by: TestCustomer, id: string) =>
    app.call(by, `POST /api/admin/corrections/${id}/approve`, { revision: 1 });

  it("an administrator's adjustment cannot be approved by an operator they invited", async () => {
    const customer = await app.newCustomer({ USD: 10_000n });
    const id = await propose(ada, customer);
    for (const linked of [reviewer, cem]) {
      const refused = await approve(linked, id);
      expect([refused.status, refused.body.code]).toEqual(LINKED);
    }
    const { body } = await app.call(customer, "GET /api/bills?kind=correction");
    expect(body.data).toEqual([]);
    expectStatus(await approve(ben, id), 200);
  });

  it("an operator's adjustment cannot be approved by the person who invited them", async () => {
    const id = await propose(support, await app.newCustomer({ USD: 10_000n }));
    const refused = await approve(ada, id);
    expect([refused.status, refused.body.code]).toEqual(LINKED);
    expectStatus(await approve(reviewer, id), 200);
  });

  it("an operator can reject an adjustment by the administrator who invited them", async () => {
    const id = await propose(ada, await app.newCustomer({ USD: 10_000n }));
    const body = { revision: 1, note: "Not so" };
    expectStatus(await app.call(cem, `POST /api/admin/corrections/${id}/refuse`, body), 200);
  });
});

describe("2FA recovery and linked operators", () => {
  it("an operator who is linked to the proposer cannot approve it", async () => {
    const customer = await app.newCustomer();
    const { context } = app;
    await inTransaction(context.db, (tx) => addDemoTotp(context, tx, customer.userId));
    const path = `POST /api/admin/customers/cus_${customer.customerId}/reset-factors` as const;
    const asked = await app.call(support, path, { reason: "Lost the phone" });
    const { reviewId } = expectStatus(asked, 201).body;
    const approve = (by: TestCustomer) =>
      app.call(by, `POST /api/admin/reviews/${reviewId}/approve`, { revision: 1 });
    const refused = await approve(ada);
    expect([refused.status, refused.body.code]).toEqual(LINKED);
    expectStatus(await approve(reviewer), 200);
  });
});

describe("an access proposal and linked operators", () => {
  const change = (kind: string, on: TestCustomer, revision = 1) => ({
    ...{ kind, operatorId: `usr_${on.userId}`, revision, reason: "A change of team" },
    ...(kind === "operator_role" && { role: "reviewer" }),
  });

  const propose = (by: TestCustomer, body: object) =>
    callProven(app, by, "POST /api/admin/proposals/operator", body, { key: newId() });

  const approve = (by: TestCustomer, id: string) =>
    callProven(app, by, `POST /api/admin/proposals/${id}/approve`);

  it.each(["inviter", "invited"])(
    "about the %s can be approved only by a third operator who is not linked",
    async (side) => {
      const grace = await app.newOperator("support");
      const [proposer, linked] = side === "inviter" ? [ada, cem] : [cem, ada];
      const body = change("operator_role", grace);
      const { id } = expectStatus(await propose(proposer, body), 201).body;
      const read = (who: TestCustomer) => app.call(who, `GET /api/admin/proposals/${id}`);
      expect((await read(linked)).body.linked).toBe(true);
      expect((await read(ben)).body.linked).toBe(false);
      const refused = await approve(linked, id);
      expect([refused.status, refused.body.code]).toEqual(LINKED);
      expectStatus(await approve(ben, id), 200);
    },
  );

  it("is rejected if the only other administrator is linked, unless it is about them", async () => {
    const { sql } = app.context.db;
    await sql`update person set suspended_at = now()
      where role = 'administrator' and id <> all (${[ada.userId, cem.userId]}::uuid[])`;
    const grace = await app.newOperator("support");
    const refused = await propose(ada, change("operator_role", grace));
    expect([refused.status, refused.body.code]).toEqual([409, "no_second_administrator"]);
    const { id } = expectStatus(await propose(ada, change("operator_remove", cem)), 201).body;
    expectStatus(await approve(cem, id), 200);
  });
});
