import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, network, openCard, readCard } from "../../testing/test-cards.ts";
import { callProven } from "../../testing/test-operators.ts";

const ROUNDS = 200;

let app: CardsApp;
let support: TestCustomer;
let reviewer: TestCustomer;
let administrator: TestCustomer;
beforeAll(async () => {
  app = await createCardsApp();
  support = await app.newOperator("support");
  reviewer = await app.newOperator("reviewer");
  administrator = await app.newOperator("administrator");
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const TERMS = {
  currency: "USD",
  direction: "credit",
  amount: "12.50",
  reason: "Fee charged twice",
  reference: "CASE-17",
};

function ask(customer: TestCustomer, terms: object = {}, by = support, key = newId()) {
  const path = `POST /api/admin/customers/cus_${customer.customerId}/corrections` as const;
  return app.call(by, path, { ...TERMS, ...terms }, { key });
}

async function propose(customer: TestCustomer, terms: object = {}, by = support) {
  return expectStatus(await ask(customer, terms, by), 201).body;
}

type Act = "approve" | "refuse" | "withdraw";
function decide(who: TestCustomer, id: string, act: Act, revision = 1) {
  const body = { revision, ...(act === "refuse" && { note: "Not so" }) };
  return app.call(who, `POST /api/admin/corrections/${id}/${act}`, body);
}

async function bills(customer: TestCustomer) {
  return (await app.call(customer, "GET /api/bills?kind=correction")).body.data;
}

async function available(customer: TestCustomer): Promise<string> {
  const { body } = await app.call(customer, "GET /api/wallet");
  return body.balances.find(({ currency }: { currency: string }) => currency === "USD").available;
}

describe("an adjustment", () => {
  it("moves money when another operator approves it, and appears in customer bills", async () => {
    const customer = await app.newCustomer({ USD: 10_000n });
    const proposed = await propose(customer);
    expect(proposed).toMatchObject({
      status: "waiting",
      revision: 1,
      mine: true,
      customerName: customer.username,
      proposedBy: support.username,
      effect: { before: "100.00", after: "112.50", possible: true },
    });
    expect(await available(customer)).toBe("100.00");
    const approved = expectStatus(await decide(reviewer, proposed.id, "approve"), 200).body;
    expect(approved).toMatchObject({
      status: "approved",
      mine: false,
      decidedBy: reviewer.username,
      effect: { before: "100.00", after: "112.50" },
    });
    expect(await available(customer)).toBe("112.50");
    expect(await bills(customer)).toMatchObject([
      {
        id: approved.movementId,
        kind: "correction",
        status: "completed",
        title: "Fee charged twice",
        amount: "12.50",
      },
    ]);
    const detail = await app.call(customer, `GET /api/transactions/${approved.movementId}`);
    expect(detail.text).not.toMatch(/CASE-17|cor_/);
    const again = expectStatus(await decide(reviewer, proposed.id, "approve"), 200).body;
    expect(again).toEqual(approved);
    expect(await bills(customer)).toHaveLength(1);
    const mail = async () => {
      const { body } = await app.call(undefined, "GET /sandbox/mail.json");
      return body.data.find(({ to }: { to: string }) => to === customer.email)?.text;
    };
    await expect.poll(mail, { timeout: 60_000 }).toContain("12.50 USD");
  });

  it("can debit a card frozen by an operator; the card stays frozen", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    await fund(app, customer, card, 5_000n);
    await app.call(support, `POST /api/operator/cards/${card.id}/freeze`, { reason: "other" });
    const { id } = await propose(customer, { cardId: card.id, direction: "debit" });
    const approved = expectStatus(await decide(administrator, id, "approve"), 200).body;
    expect(approved).toMatchObject({ effect: { before: "50.00", after: "37.50" } });
    expect(await readCard(app, customer, card)).toMatchObject({
      balance: "37.50",
      status: "frozen",
    });
    const listed = await app.call(customer, `GET /api/cards/${card.id}/transactions`);
    expect(listed.body.data[0]).toMatchObject({ kind: "correction", amount: "-12.50" });
    expect((await network(app, "authorize", card, { amount: "1.00" })).code).toBe(
      "card_frozen_operator",
    );
  });

  it("is created only once per key; reusing the key with another body is rejected", async () => {
    const customer = await app.newCustomer();
    const key = newId();
    const [first, again] = await Promise.all([
      ask(customer, {}, support, key),
      ask(customer, {}, support, key),
    ]);
    expect(expectStatus(first, 201).body.id).toBe(expectStatus(again, 201).body.id);
    const other = await ask(customer, { amount: "1.00" }, support, key);
    expect(other.body.code).toBe("idempotency_mismatch");
  });

  it("must refer to one of the customer's cards, in the card's currency", async () => {
    const [customer, other] = [await app.newCustomer(), await app.newCustomer()];
    const [card, theirs] = [await openCard(app, customer), await openCard(app, other)];
    expect((await ask(customer, { cardId: theirs.id })).body.code).toBe("not_found");
    const foreign = await ask(customer, { cardId: card.id, currency: "EUR" });
    expect(foreign.body).toMatchObject({ code: "invalid_input", fields: [{ path: "currency" }] });
    const close = `POST /api/cards/${card.id}/close` as const;
    const { id } = await propose(customer, { cardId: card.id });
    expectStatus(await app.call(customer, close, undefined, { key: newId() }), 200);
    expect((await ask(customer, { cardId: card.id })).body.code).toBe("card_closed");
    expect((await decide(reviewer, id, "approve")).body.code).toBe("card_closed");
    const read = await app.call(reviewer, `GET /api/admin/corrections/${id}`);
    expect(read.body).toMatchObject({ status: "waiting", effect: { possible: false } });
  });
});

describe("dual control of adjustments", () => {
  it("prevents everyone, even administrators, from deciding their own proposals", async () => {
    const customer = await app.newCustomer();
    const { id } = await propose(customer, {}, administrator);
    for (const act of ["approve", "refuse"] as const) {
      const refused = await decide(administrator, id, act);
      expect([refused.status, refused.body.code]).toEqual([403, "correction_own"]);
    }
    expect(await bills(customer)).toEqual([]);
    const { sql } = app.context.db;
    const around = sql`update correction set status = 'approved', decider_id = proposer_id,
      decided_by = 'x', decided_at = now(), movement_id = ${newId()}, before_minor = 0,
      after_minor = 0 where id = ${id.replace("cor_", "")}`;
    await expect(around).rejects.toThrow(/check constraint/);
    expectStatus(await decide(reviewer, id, "approve"), 200);
  });

  it("a proposal is withdrawn if its proposer loses the right to propose", async () => {
    const customer = await app.newCustomer({ USD: 10_000n });
    const leaving = await app.newOperator("support");
    const { id } = await propose(customer, {}, leaving);
    const change = (kind: string, body: object) =>
      callProven(
        app,
        administrator,
        `POST /api/admin/operators/usr_${leaving.userId}/${kind}`,
        body,
      );
    expectStatus(await change("suspend", { revision: 1, reason: "They left the company" }), 200);
    expect((await decide(reviewer, id, "approve")).body.code).toBe("correction_decided");
    const read = expectStatus(await app.call(reviewer, `GET /api/admin/corrections/${id}`), 200);
    expect(read.body).toMatchObject({
      ...{ status: "withdrawn", decidedBy: administrator.username },
    });
    expect(await available(customer)).toBe("100.00");
  });

  it("leaves no proposal open if its proposer is suspended while making it", async () => {
    const customer = await app.newCustomer({ USD: 10_000n });
    for (let round = 0; round < 12; round += 1) {
      const leaving = await app.newOperator("support");
      const url = `POST /api/admin/operators/usr_${leaving.userId}/suspend` as const;
      const [asked, suspended] = await Promise.all([
        ask(customer, {}, leaving),
        callProven(app, administrator, url, { revision: 1, reason: "They left the company" }),
      ]);
      expectStatus(suspended, 200);
      if (asked.status === 201) {
        const path = `GET /api/admin/corrections/${asked.body.id}` as const;
        const read = expectStatus(await app.call(reviewer, path), 200);
        expect(read.body.status).toBe("withdrawn");
      } else {
        expect([401, 403]).toContain(asked.status);
      }
    }
  });

  it("only the proposer can change it; approving an outdated revision is rejected", async () => {
    const customer = await app.newCustomer();
    const { id } = await propose(customer);
    const { currency: _, ...terms } = TERMS;
    const revise = (who: TestCustomer, revision: number) =>
      app.call(who, `PUT /api/admin/corrections/${id}`, { ...terms, amount: "99.00", revision });
    expect((await revise(administrator, 1)).body.code).toBe("correction_not_yours");
    expect(expectStatus(await revise(support, 1), 200).body).toMatchObject({
      revision: 2,
      amount: "99.00",
    });
    for (const act of ["approve", "refuse"] as const) {
      const stale = await decide(reviewer, id, act, 1);
      expect([stale.status, stale.body.code]).toEqual([409, "correction_changed"]);
    }
    expect((await revise(support, 1)).body.code).toBe("correction_changed");
    expect(await bills(customer)).toEqual([]);
    expectStatus(await decide(reviewer, id, "approve", 2), 200);
    expect(await bills(customer)).toMatchObject([{ amount: "99.00" }]);
  });

  it("each decision is final", async () => {
    const customer = await app.newCustomer();
    const refused = await propose(customer);
    expectStatus(await decide(reviewer, refused.id, "refuse"), 200);
    const withdrawn = await propose(customer);
    expect((await decide(administrator, withdrawn.id, "withdraw")).body.code).toBe(
      "correction_not_yours",
    );
    expectStatus(await decide(support, withdrawn.id, "withdraw"), 200);
    for (const { id } of [refused, withdrawn]) {
      const late = await decide(administrator, id, "approve");
      expect(late.body).toMatchObject({ code: "correction_decided", changed: {} });
    }
    expect(await bills(customer)).toEqual([]);
  });

  it("a proposal expires after seven days", async () => {
    const customer = await app.newCustomer();
    const { id } = await propose(customer);
    app.clock.advance(7 * 86_400);
    expect((await decide(reviewer, id, "approve")).body.code).toBe("correction_decided");
    const read = await app.call(reviewer, `GET /api/admin/corrections/${id}`);
    expect(read.body).toMatchObject({ status: "expired", effect: null });
    const list = async (status: string) => {
      const { body } = await app.call(reviewer, `GET /api/admin/corrections?status=${status}`);
      return body.data.map((one: { id: string }) => one.id);
    };
    expect(await list("expired")).toContain(id);
    expect(await list("waiting")).not.toContain(id);
  });

  it(`concurrent approvals move the money only once, in ${ROUNDS} rounds`, async () => {
    const customer = await app.newCustomer({ USD: 0n });
    const ids: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ids.push((await propose(customer, { amount: "1.00" })).id);
    }
    for (const id of ids) {
      const answers = await Promise.all([
        decide(reviewer, id, "approve"),
        decide(administrator, id, "approve"),
        decide(reviewer, id, "approve"),
      ]);
      const codes = answers.map(({ status, body }) =>
        status === 200 ? body.decidedBy : body.code,
      );
      const winner = codes.find((code) => code !== "correction_decided");
      expect(codes).toEqual(
        winner === reviewer.username
          ? [winner, "correction_decided", winner]
          : ["correction_decided", winner, "correction_decided"],
      );
    }
    expect(await available(customer)).toBe(`${ROUNDS}.00`);
    const [{ count } = { count: 0 }] = await app.context.db.sql<{ count: number }[]>`
      select count(*)::int as count from ledger.movement
      where customer_id = ${customer.customerId} and kind = 'correction'`;
    expect(count).toBe(ROUNDS);
  }, 600_000);
});

describe("a debit adjustment", () => {
  it("never takes more than the available balance; the error states the amounts", async () => {
    const customer = await app.newCustomer({ USD: 1_000n });
    const beyond = await ask(customer, { direction: "debit", amount: "10.01" });
    expect(beyond.body).toMatchObject({
      status: 409,
      code: "correction_below_zero",
      funds: { available: "10.00", needed: "10.01", currency: "USD" },
    });
    const { id } = await propose(customer, { direction: "debit", amount: "6.00" });
    const other = await propose(customer, { direction: "debit", amount: "6.00" });
    const answers = await Promise.all([
      decide(reviewer, id, "approve"),
      decide(administrator, other.id, "approve"),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({
      code: "correction_below_zero",
      funds: { available: "4.00", needed: "6.00" },
    });
    expect(await available(customer)).toBe("4.00");
    const waiting = await app.call(reviewer, "GET /api/admin/corrections?status=waiting&limit=1");
    expect(waiting.body.data[0]).toMatchObject({ effect: { possible: false } });
  });

  it("does not take money that is on hold for a payment", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    await fund(app, customer, card, 2_000n);
    expect((await network(app, "authorize", card, { amount: "15.00" })).approved).toBe(true);
    const terms = { cardId: card.id, direction: "debit", amount: "5.01" };
    expect((await ask(customer, terms)).body.funds).toMatchObject({ available: "5.00" });
    const { id } = await propose(customer, { ...terms, amount: "5.00" });
    expectStatus(await decide(reviewer, id, "approve"), 200);
  });
});

describe("the audit log of adjustments", () => {
  it("records each step with its actor, and the resulting movement", async () => {
    const customer = await app.newCustomer();
    const { id } = await propose(customer);
    const { movementId } = (await decide(reviewer, id, "approve")).body;
    const records = await app.context.db.sql<
      { action: string; actor: string; movement_id: string | null }[]
    >`select action, actor, movement_id from ledger.audit
      where object = ${id.replace("cor_", "")} order by id`;
    expect(records).toEqual([
      { action: "correction.propose", actor: support.userId, movement_id: null },
      {
        action: "correction.approve",
        actor: reviewer.userId,
        movement_id: movementId.replace("mov_", ""),
      },
    ]);
    const own = await app.call(customer, "GET /api/logs?limit=100");
    expect(own.text).not.toMatch(/correction\.(propose|approve)|CASE-17/);
  });

  it("adjustments: the queue counts only adjustments that the operator may decide", async () => {
    const customer = await app.newCustomer();
    const counts = async () =>
      Promise.all(
        [administrator, reviewer].map(
          async (who) => (await app.call(who, "GET /api/admin/corrections")).body.waiting,
        ),
      );
    const before = await counts();
    await propose(customer, {}, administrator);
    const after = await counts();
    expect(after.map((count, place) => count - before[place])).toEqual([0, 1]);
    const query = `customerId=cus_${customer.customerId}`;
    const { body } = await app.call(reviewer, `GET /api/admin/corrections?${query}`);
    expect(body.data).toHaveLength(1);
  });
});
