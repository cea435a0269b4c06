import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { giveMoney } from "../../testing/give-money.ts";
import { expectStatus, fund, network, openCard, step } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import {
  ask,
  dollarsOf,
  mailAbout,
  mailCount,
  name,
  passCooling,
  signIn,
  standing,
  stored,
} from "./account-closing.fixtures.ts";
import { closedCustomersBefore } from "./account-closings.repository.ts";
import { settleClosings } from "./settle-closings.ts";

let app: CardsApp;

beforeAll(async () => {
  // The job that expires holds would release the hold during the cooling-off period.
  app = await withoutRepeatedJobs(() => createCardsApp());
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const refusal = (code: string, status = 409) => ({ status, body: { code } });

function kinds(body: { groups: { kind: string; effect: string; count: number }[] }) {
  return body.groups.map(({ kind, effect, count }) => `${kind} ${effect} ${count}`);
}

/** Creates a customer with 40 cents, which is below the smallest withdrawal. */
function withCents(): Promise<TestCustomer> {
  return app.newCustomer({ USD: 40n });
}

const CENTS = [{ currency: "USD", amount: "0.40" }] as const;

function openDeposit(who: TestCustomer) {
  const asked = { asset: "USDT", network: "TRC20", amount: "100.00" };
  return app.call(who, "POST /api/wallet/deposits", asked, { key: newId() });
}

/** Empties a closed account with an adjustment approved by a second operator. */
async function payOut(who: TestCustomer, amount: string): Promise<void> {
  const path = `POST /api/admin/customers/cus_${who.customerId}/corrections` as const;
  const terms = { currency: "USD", direction: "debit", amount };
  const grounds = { reason: "Paid out after closing", reference: "CASE-18" };
  const support = await app.newOperator("support");
  const reviewer = await app.newOperator("reviewer");
  const asked = await app.call(support, path, { ...terms, ...grounds }, { key: newId() });
  const { id } = expectStatus(asked, 201).body;
  const approve = `POST /api/admin/corrections/${id}/approve` as const;
  expectStatus(await app.call(reviewer, approve, { revision: 1 }), 200);
}

describe("account closure after the cooling-off period", () => {
  it("closes cards after their holds end, then the account, and records what is left", async () => {
    const who = await app.newCustomer({ USD: 10_500n + 40n });
    const card = await openCard(app, who);
    await fund(app, who, card, 10_000n);
    const held = await network(app, "authorize", card, { amount: "100.00" });
    const before = await standing(app, who);
    const cents = before.remaining;
    expect(before.groups.some(({ effect }: { effect: string }) => effect === "blocks")).toBe(false);
    expectStatus(await ask(app, who), 201);
    app.clock.advance(12 * 86_400);
    await settleClosings(app.context);
    await mailAbout(app, who.email, "Your account closes soon");
    app.clock.advance(2 * 86_400 + 1);
    await settleClosings(app.context);
    const waiting = await standing(app, who);
    expect(waiting.closing.state).toBe("settling");
    expect(kinds(waiting)).toContain("card_payment delays 1");
    expect((await network(app, "authorize", card, { amount: "0.10" })).approved).toBe(false);
    expectStatus(await step(app, "clear", held.authorizationId, "100.00"), 200);
    await settleClosings(app.context);
    expect(await stored(app, who)).toMatchObject({ state: "closed" });
    await mailAbout(app, who.email, "Your account is closed");
    const text = (await mailAbout(app, who.email, "Your account is closed")).text;
    expect(text).toContain(cents[0]?.amount ?? "none");
    expect(await signIn(app, who)).toEqual([409, "account_closed"]);
    expect(await signIn(app, who, "not the password 1")).toEqual([401, "wrong_credentials"]);
    expect((await app.call(who, "GET /api/auth/profile")).status).toBe(401);
  });

  it("keeps its amounts and its end: the application's role can change neither", async () => {
    const [closed, canceled] = [await withCents(), await withCents()];
    expectStatus(await ask(app, canceled), 201);
    const cancel = await app.call(canceled, "DELETE /api/account-closing");
    expect([200, 204]).toContain(cancel.status);
    expectStatus(await ask(app, closed), 201);
    await passCooling(app);
    const { sql } = app.context.db;
    for (const [who, end] of [
      [closed, { state: "closed", named: 40n, left: 40n }],
      [canceled, { state: "cancelled", named: 40n, left: null }],
    ] as const) {
      const [{ closing } = { closing: "" }] = await sql<{ closing: string }[]>`
        select id as closing from account_closing where customer_id = ${who.customerId}`;
      const attempts = [
        () => sql`update account_closing_amount set left_minor = 1 where closing_id = ${closing}`,
        () => sql`delete from account_closing_amount where closing_id = ${closing}`,
        () => sql`insert into account_closing_amount (closing_id, currency, named_minor, left_minor)
          values (${closing}, 'EUR', 5, 5)`,
        () => sql`update account_closing
          set closed_at = null, cancelled_at = null, cancelled_by = null where id = ${closing}`,
        () => sql`update account_closing set closed_at = closed_at + interval '1 day',
          cancelled_at = cancelled_at + interval '1 day' where id = ${closing}`,
      ];
      for (const attempt of attempts) {
        await expect(attempt()).rejects.toThrow(/ended account closure/);
      }
      expect(await stored(app, who)).toEqual(end);
    }
  });

  it("credits a refund that arrives later; erasure still finds the customer", async () => {
    const who = await app.newCustomer({ USD: 150n + 550n });
    const card = await openCard(app, who);
    await fund(app, who, card, 500n);
    await network(app, "single-message", card, { amount: "5.00" });
    const { remaining } = await standing(app, who);
    expectStatus(await ask(app, who, { remaining }), 201);
    await passCooling(app);
    expect(await stored(app, who)).toMatchObject({ state: "closed" });
    const left = await dollarsOf(app, who);
    expect((await network(app, "refund", card, { amount: "5.00" })).approved).toBe(true);
    expect(await dollarsOf(app, who)).toBe(left + 500n);
    const { kysely } = app.context.db;
    const all = await closedCustomersBefore(kysely, app.context.clock.now(), 100);
    expect(all.map(({ customerId }) => customerId)).toContain(who.customerId);
    const first = all[0];
    const rest = await closedCustomersBefore(kysely, app.context.clock.now(), 100, first);
    expect(rest).toEqual(all.slice(1));
  });

  it("removes second factors and recovery codes, and ends sessions on all devices", async () => {
    const who = await withCents();
    const password = { username: who.username, password: who.password };
    const login = await app.call(undefined, "POST /api/customer/login", password);
    const other = { ...who, userId: newId(), token: expectStatus(login, 200).body.token };
    expectStatus(await ask(app, who), 201);
    await app.context.db.sql`
      insert into passkey
        (id, person_id, credential_id, public_key, counter, transports, name, created_at)
      values (${newId()}, ${who.userId}, ${newId()}, ${Buffer.from("key")}, 0, '{}', 'Phone',
        ${app.context.clock.now()})`;
    await passCooling(app);
    expect(await stored(app, who)).toMatchObject({ state: "closed", named: 40n, left: 40n });
    expect((await app.call(other, "GET /api/auth/profile")).status).toBe(401);
    const [{ keys } = { keys: 1n }] = await app.context.db.sql<{ keys: bigint }[]>`
      select count(*) as keys from passkey where person_id = ${who.userId}`;
    expect(keys).toBe(0n);
  });

  it("waits while more money is left than was confirmed, until the owner confirms it", async () => {
    const who = await withCents();
    expectStatus(await ask(app, who), 201);
    await giveMoney(app.context, { customerId: who.customerId, currency: "USD", amountMinor: 7n });
    await passCooling(app);
    expect(await standing(app, who)).toMatchObject({
      needsCustomer: true,
      closing: { state: "settling" },
      remaining: [{ currency: "USD", amount: "0.47" }],
    });
    await settleClosings(app.context);
    await mailAbout(app, who.email, "Your account cannot close yet");
    expect(await mailCount(app, who.email, "Your account cannot close yet")).toBe(1);
    expect(await name(app, who, CENTS)).toMatchObject(refusal("account_closing_changed"));
    expectStatus(await name(app, who, [{ currency: "USD", amount: "0.47" }]), 200);
    await settleClosings(app.context);
    expect(await stored(app, who)).toMatchObject({ state: "closed", named: 47n, left: 47n });
  });

  it("waits while the customer is suspended, and no operator can cancel the closure", async () => {
    const who = await withCents();
    expectStatus(await ask(app, who), 201);
    const path = `/api/admin/customers/cus_${who.customerId}` as const;
    const support = await app.newOperator("support");
    const grounds = { reason: "compliance", note: "A check" };
    expectStatus(await app.call(support, `POST ${path}/suspend`, grounds), 200);
    await passCooling(app);
    expect(await stored(app, who)).toMatchObject({ state: "cooling" });
    expectStatus(await app.call(support, `POST ${path}/restore`, { note: "Checked" }), 200);
    await settleClosings(app.context);
    expect(await stored(app, who)).toMatchObject({ state: "closed" });
    const refused = await app.call(support, "DELETE /api/account-closing");
    expect(refused).toMatchObject(refusal("forbidden", 403));
  });
});

describe("account closure for operators", () => {
  it("operators see a closure's state, and lists of closed accounts with money", async () => {
    const who = await withCents();
    const support = await app.newOperator("support");
    const path = `GET /api/admin/customers/cus_${who.customerId}` as const;
    const profile = async () => expectStatus(await app.call(support, path), 200).body;
    const found = async (status: string) => {
      const answer = await app.call(support, `GET /api/admin/customers?status=${status}&limit=100`);
      const ids = expectStatus(answer, 200).body.data.map(({ id }: { id: string }) => id);
      return ids.includes(`cus_${who.customerId}`);
    };
    expect(await profile()).toMatchObject({ closing: null, accountClosing: null });
    expectStatus(await ask(app, who), 201);
    expect(await profile()).toMatchObject({
      closing: "cooling",
      accountClosing: { state: "cooling", named: CENTS, left: [], waitsFor: [] },
    });
    expect([await found("closing"), await found("closed")]).toEqual([true, false]);
    await giveMoney(app.context, { customerId: who.customerId, currency: "USD", amountMinor: 1n });
    await passCooling(app);
    expect((await profile()).accountClosing.waitsFor).toEqual(["withdrawable"]);
    expectStatus(await name(app, who, [{ currency: "USD", amount: "0.41" }]), 200);
    await settleClosings(app.context);
    expect(await profile()).toMatchObject({
      closing: "closed",
      accountClosing: { state: "closed", left: [{ currency: "USD", amount: "0.41" }] },
    });
    expect([await found("closing"), await found("closed"), await found("unclaimed")]).toEqual([
      false,
      true,
      true,
    ]);
    await payOut(who, "0.41");
    expect([await found("closed"), await found("unclaimed")]).toEqual([true, false]);
    expect(await dollarsOf(app, who)).toBe(0n);
  });
});

describe("concurrent account closures", () => {
  it("concurrent jobs close an account only once, with one audit event and one email", async () => {
    const who = await withCents();
    expectStatus(await ask(app, who), 201);
    app.clock.advance(15 * 86_400);
    await Promise.all([1, 2, 3, 4].map(() => settleClosings(app.context)));
    expect(await stored(app, who)).toMatchObject({ state: "closed" });
    await mailAbout(app, who.email, "Your account is closed");
    expect(await mailCount(app, who.email, "Your account is closed")).toBe(1);
    const [{ count } = { count: 0n }] = await app.context.db.sql<{ count: bigint }[]>`
      select count(*) from ledger.audit
      where customer_id = ${who.customerId} and action = 'account_closing.closed'`;
    expect(count).toBe(1n);
  });

  it("canceling a closure while the account is being closed has exactly one outcome", async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      const who = await withCents();
      expectStatus(await ask(app, who), 201);
      app.clock.advance(15 * 86_400);
      const [, canceled] = await Promise.all([
        settleClosings(app.context),
        app.call(who, "DELETE /api/account-closing"),
      ]);
      const state = (await stored(app, who)).state;
      if (state === "cancelled") {
        expect(canceled.status).toBe(204);
        expect(await signIn(app, who)).toBe(200);
      } else {
        expect(state).toBe("closed");
        expect([401, 409]).toContain(canceled.status);
      }
    }
  });

  it("lose no money from payments, refunds or deposits made during a closure", async () => {
    for (const _ of [1, 2, 3]) {
      const who = await app.newCustomer({ USD: 150n + 550n });
      const card = await openCard(app, who);
      await fund(app, who, card, 500n);
      await network(app, "single-message", card, { amount: "4.80" });
      expectStatus(await ask(app, who), 201);
      const before = await dollarsOf(app, who);
      app.clock.advance(15 * 86_400);
      const given = { customerId: who.customerId, currency: "USD", amountMinor: 3n } as const;
      const [paid, , refunded] = await Promise.all([
        network(app, "single-message", card, { amount: "0.10" }),
        settleClosings(app.context),
        network(app, "refund", card, { amount: "0.05" }),
        settleClosings(app.context),
        giveMoney(app.context, given),
        openDeposit(who),
      ]);
      await settleClosings(app.context);
      const spent = paid.approved ? 10n : 0n;
      const back = refunded.approved ? 5n : 0n;
      expect(await dollarsOf(app, who)).toBe(before - spent + back + 3n);
      const now = await stored(app, who);
      // When the account closed, no more than the confirmed amount was left. Money that arrives
      // later is separate.
      expect((now.left ?? 0n) <= (now.named ?? 0n)).toBe(true);
      const [{ open } = { open: 0n }] = await app.context.db.sql<{ open: bigint }[]>`
        select count(*) as open from deposit where customer_id = ${who.customerId}`;
      expect(open).toBe(0n);
    }
  });
});
