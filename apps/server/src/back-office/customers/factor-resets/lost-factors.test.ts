import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDemoTotp } from "../../../identity/second-factor/index.ts";
import { beginSecurityHold } from "../../../identity/security-hold/index.ts";
import { inTransaction } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../../testing/cards-app.ts";
import { rawFactIds } from "../../../testing/raw-fact-ids.ts";
import { readAudit } from "../../../testing/read-audit.ts";
import { expectStatus } from "../../../testing/test-cards.ts";

let app: CardsApp;
let sue: TestCustomer;
let ann: TestCustomer;
let ruth: TestCustomer;
beforeAll(async () => {
  app = await createCardsApp();
  sue = await app.newOperator("support");
  ann = await app.newOperator("administrator");
  ruth = await app.newOperator("reviewer");
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const pathOf = ({ customerId }: TestCustomer) => `/api/admin/customers/cus_${customerId}`;
const profile = async (customer: TestCustomer) =>
  expectStatus(await app.call(sue, `GET ${pathOf(customer)}`), 200).body;
const REASON = { reason: "Passport seen in a video call, number known before" };

/** Creates a customer who has lost their phone and recovery codes. */
async function loser(): Promise<TestCustomer> {
  const customer = await app.newCustomer();
  await inTransaction(app.context.db, (tx) => addDemoTotp(app.context, tx, customer.userId));
  return customer;
}

const propose = (who: TestCustomer, customer: TestCustomer, body = REASON) =>
  app.call(who, `POST ${pathOf(customer)}/reset-factors`, body);
const decide = (who: TestCustomer, id: string, how: "approve" | "reject") =>
  app.call(who, `POST /api/admin/reviews/${id}/${how}`, {
    revision: 1,
    ...(how === "reject" && { reason: "Not them" }),
  });
const audited = (customer: TestCustomer) =>
  readAudit(app.context, { action: "factor.reset", customerId: customer.customerId });

describe("a 2FA recovery", () => {
  test("requires two operators and leaves the password unchanged", async () => {
    const customer = await loser();
    const terms = async () => (await app.call(customer, "GET /api/wallet/withdrawals/terms")).body;
    expect(await terms()).toMatchObject({ hasSecondFactor: true, lockedUntil: null });
    const { reviewId } = expectStatus(await propose(ann, customer), 201).body;
    const announced = await app.mailTo(customer.email);
    expect((await propose(ann, customer)).body.reviewId).toBe(reviewId);
    expect(await profile(customer)).toMatchObject({
      secondFactor: true,
      factorReset: { reviewId, by: ann.username },
    });
    const own = await decide(ann, reviewId, "approve");
    expect([own.status, own.body.code]).toEqual([409, "case_needs_another"]);
    expect((await decide(sue, reviewId, "approve")).status).toBe(403);
    expect((await profile(customer)).secondFactor).toBe(true);

    expectStatus(await decide(ruth, reviewId, "approve"), 200);
    expect(await profile(customer)).toMatchObject({
      secondFactor: false,
      factorReset: null,
      devices: 0,
    });
    expect(await audited(customer)).toMatchObject([
      {
        actor: ruth.userId,
        data: { proposedBy: ann.username, before: { totp: true }, after: { totp: false } },
      },
    ]);
    const subject = async () => (await app.mailTo(customer.email)).subject;
    await expect.poll(subject, { timeout: 60_000 }).not.toBe(announced.subject);
    // The customer signs in again an hour later.
    app.clock.advance(3_700);
    expect(await terms()).toMatchObject({
      hasSecondFactor: false,
      lockedUntil: expect.any(String),
    });
  });

  test("ends existing sessions before the call returns", async () => {
    const customer = await loser();
    const { token } = customer;
    const me = () =>
      app.app.server.inject({
        method: "GET",
        url: "/api/auth/profile",
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await me()).statusCode).toBe(200);
    const { reviewId } = expectStatus(await propose(sue, customer), 201).body;
    expectStatus(await decide(ruth, reviewId, "approve"), 200);
    expect((await me()).statusCode).toBe(401);
  });

  test("can be withdrawn by a customer who has the factor, or rejected by operators", async () => {
    const customer = await loser();
    const { reviewId } = expectStatus(await propose(sue, customer), 201).body;
    expectStatus(await app.call(customer, `POST /api/reviews/${reviewId}/withdraw`), 200);
    expect((await decide(ruth, reviewId, "approve")).body.code).toBe("case_decided");
    const second = expectStatus(await propose(sue, customer), 201).body.reviewId;
    expectStatus(await decide(ruth, second, "reject"), 200);
    expect(await profile(customer)).toMatchObject({ secondFactor: true, factorReset: null });
  });

  test("can be open only once per customer, and only if the customer has a factor", async () => {
    const customer = await loser();
    expectStatus(await propose(sue, customer), 201);
    const other = await propose(ann, customer, { reason: "Another story" });
    expect(other.body).toMatchObject({
      code: "factor_reset_open",
      changed: { by: sue.username },
    });
    const none = await propose(sue, await app.newCustomer());
    expect([none.status, none.body.code]).toEqual([409, "no_factor_to_reset"]);
  });
});

describe("a customer's security hold", () => {
  const board = async () => {
    const { queues } = expectStatus(await app.call(ann, "GET /api/admin/board"), 200).body;
    return queues.find(({ queue }: { queue: string }) => queue === "stopped");
  };
  const stopped = async () => {
    const { data } = expectStatus(
      await app.call(sue, "GET /api/admin/customers?status=stopped"),
      200,
    ).body;
    return data.map(({ id }: { id: string }) => id);
  };

  test("appears in a dashboard queue and a customer filter, and can be lifted once", async () => {
    const { context } = app;
    const customer = await app.newCustomer();
    const id = `cus_${customer.customerId}`;
    const input = { customerId: customer.customerId, aboutId: newId(), requestId: "test" };
    await inTransaction(context.db, (tx) => beginSecurityHold(context, tx, input));
    const { securityHold: hold } = await profile(customer);
    expect(hold.canLift).toBe(false);
    expect(await board()).toMatchObject({ count: 1, oldestAt: hold.since });
    expect(await stopped()).toEqual([id]);

    const lift = (who: TestCustomer, holdId = hold.id) =>
      app.call(who, `POST ${pathOf(customer)}/lift-hold`, { holdId, reason: "Called back" });
    expect((await lift(sue)).body.code).toBe("security_hold_needs_reset");
    app.clock.advance(60);
    await resetPassword(customer);
    expect((await profile(customer)).securityHold.canLift).toBe(true);
    expect((await lift(sue, `hold_${newId()}`)).status).toBe(404);
    expect((await lift(sue)).status).toBe(204);
    expect((await lift(sue)).status).toBe(204);
    const late = await lift(ann);
    expect(late.body).toMatchObject({
      code: "security_hold_lifted",
      changed: { by: sue.username },
    });
    expect((await profile(customer)).securityHold).toBeNull();
    expect(await stopped()).toEqual([]);
    expect(await board()).toMatchObject({ count: 0, oldestAt: null });
  });

  async function resetPassword({ customerId }: TestCustomer): Promise<void> {
    await app.context.db.sql`
      update person set password_reset_at = ${app.clock.now()}
      where customer_id = ${customerId}`;
  }
});

test("2FA recovery cases: the facts shown to operators contain no raw ids", async () => {
  expect(await rawFactIds(app.context)).toEqual({ kinds: ["factor_reset"], found: [] });
});
