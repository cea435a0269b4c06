import { openDatabase } from "@tessera/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { applyFlagged, flag, openTestCase, sendTestDocument } from "../../testing/test-reviews.ts";
import { expireUnansweredCases } from "./decisions/expire-cases.ts";
import { type CaseDesk, openCaseDesk } from "./reviews.fixtures.ts";

const DAY = 86_400;

let desk: CaseDesk;
beforeAll(async () => {
  desk = await openCaseDesk();
});
afterAll(() => desk?.close());

async function moneyOf({ customerId }: TestCustomer) {
  const [row] = await desk.app.context.db.sql<{ posted: bigint; held: bigint }[]>`
    select b.posted, b.held from ledger.balance b join ledger.account a on a.id = b.account_id
    where a.customer_id = ${customerId} and a.kind = 'account' and a.currency = 'USD'`;
  return row;
}

const cards = async (who: TestCustomer) => (await desk.app.call(who, "GET /api/cards")).body.data;
const applications = async (who: TestCustomer) =>
  (await desk.app.call(who, "GET /api/card-applications")).body.data;

const ASK = { revision: 1, items: ["identity"], note: "A passport, please", days: 7 };

describe("a flagged customer's card application", () => {
  test("holds the fee and waits; approval issues the card in the same transaction", async () => {
    const customer = await desk.app.newCustomer({ USD: 1_000n });
    await flag(desk.app, customer);
    const key = newId();
    const applied = expectStatus(await applyFlagged(desk.app, customer, key), 201);
    expect(applied.body).toMatchObject({ status: "reviewing", openingFee: "1.50" });
    expect((await applyFlagged(desk.app, customer, key)).body).toEqual(applied.body);
    expect(await moneyOf(customer)).toEqual({ posted: 1_000n, held: 150n });
    expect(await cards(customer)).toEqual([]);
    const listed = await desk.app.call(customer, "GET /api/reviews");
    expect(listed.body.data).toMatchObject([
      { kind: "card_application", status: "open", turn: "us", reasons: ["flagged"] },
    ]);

    const { id } = listed.body.data[0];
    const detail = expectStatus(await desk.on.get(desk.ruth, id), 200).body;
    expect(detail).toMatchObject({ customer: { username: customer.username }, canDecide: true });
    const approved = expectStatus(
      await desk.on.act(desk.ruth, id, "approve", { revision: 1 }),
      200,
    ).body;
    expect(approved).toMatchObject({ status: "approved", decidedBy: desk.ruth.username });
    expect(await moneyOf(customer)).toEqual({ posted: 850n, held: 0n });
    const [card] = await cards(customer);
    expect(await applications(customer)).toMatchObject([{ status: "completed", cardId: card.id }]);
    const bills = await desk.app.call(customer, "GET /api/bills");
    expect(bills.body.data[0]).toMatchObject({ kind: "card_opening", status: "completed" });
  });

  test("releases the fee if it is rejected, and the customer sees the reason", async () => {
    const customer = await desk.app.newCustomer({ USD: 1_000n });
    const id = await openTestCase(desk.app, customer);
    const reason = "The name does not match";
    expectStatus(await desk.on.act(desk.ruth, id, "reject", { revision: 1, reason }), 200);
    expect(await moneyOf(customer)).toEqual({ posted: 1_000n, held: 0n });
    expect(await applications(customer)).toMatchObject([{ status: "rejected" }]);
    const { body } = await desk.app.call(customer, `GET /api/reviews/${id}`);
    expect(body).toMatchObject({ status: "rejected", turn: null, reason });
    expect(body.appealUntil).not.toBeNull();
    expect(JSON.stringify(body)).not.toContain(desk.ruth.username);
  });

  test("can be withdrawn, and a repeated call gets the same response", async () => {
    const customer = await desk.app.newCustomer({ USD: 1_000n });
    const id = await openTestCase(desk.app, customer);
    const first = expectStatus(await desk.on.own(customer, id, "withdraw"), 200);
    expect(first.body).toMatchObject({ status: "withdrawn", canWithdraw: false });
    expect((await desk.on.own(customer, id, "withdraw")).body).toEqual(first.body);
    expect(await moneyOf(customer)).toEqual({ posted: 1_000n, held: 0n });
    expect(await applications(customer)).toMatchObject([{ status: "cancelled" }]);
    const late = await desk.on.act(desk.ruth, id, "approve", { revision: 1 });
    expect(late.body).toMatchObject({ code: "case_decided", changed: { to: "withdrawn" } });
  });

  test("is rejected if there is not enough money for the fee", async () => {
    const customer = await desk.app.newCustomer({ USD: 100n });
    await flag(desk.app, customer);
    const { status, body } = await applyFlagged(desk.app, customer);
    expect([status, body.code]).toEqual([409, "insufficient_funds"]);
    expect((await desk.app.call(customer, "GET /api/reviews")).body.data).toEqual([]);
  });
});

describe("a decision on a case", () => {
  test("succeeds for only one of two concurrent operators; the other sees who won", async () => {
    const customer = await desk.app.newCustomer({ USD: 100_000n });
    for (let round = 0; round < 50; round++) {
      const id = await openTestCase(desk.app, customer);
      const answers = await Promise.all([
        desk.on.act(desk.ruth, id, "approve", { revision: 1 }),
        desk.on.act(desk.omar, id, "reject", { revision: 1, reason: "No" }),
      ]);
      const won = answers.findIndex(({ status }) => status === 200);
      const [winner, verdict] = won === 0 ? [desk.ruth, "approved"] : [desk.omar, "rejected"];
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(answers[1 - won]?.body).toMatchObject({
        code: "case_decided",
        changed: { by: winner.username, to: verdict },
      });
      expect((await desk.on.get(desk.ruth, id)).body).toMatchObject({ status: verdict });
    }
    const issued = (await applications(customer)).filter(
      ({ status }: { status: string }) => status === "completed",
    );
    expect(await cards(customer)).toHaveLength(issued.length);
    const fees = BigInt(issued.length) * 150n;
    expect(await moneyOf(customer)).toEqual({ posted: 100_000n - fees, held: 0n });
  }, 300_000);

  test("has no further effect when repeated", async () => {
    const customer = await desk.app.newCustomer();
    const id = await openTestCase(desk.app, customer);
    const first = expectStatus(await desk.on.act(desk.ruth, id, "approve", { revision: 1 }), 200);
    const again = expectStatus(await desk.on.act(desk.ruth, id, "approve", { revision: 1 }), 200);
    expect(again.body).toEqual(first.body);
    expect(await cards(customer)).toHaveLength(1);
  });

  test("is rejected for an outdated revision; the error names who changed the case", async () => {
    const customer = await desk.app.newCustomer();
    const id = await openTestCase(desk.app, customer);
    expectStatus(await sendTestDocument(desk.app, customer, id), 201);
    const stale = await desk.on.act(desk.ruth, id, "approve", { revision: 1 });
    expect(stale.body).toMatchObject({
      code: "case_changed",
      changed: { by: customer.username, at: expect.any(String) },
    });
    expectStatus(await desk.on.act(desk.ruth, id, "approve", { revision: 2 }), 200);
  });

  test("takes effect once two operators approve the same revision, if it needs two", async () => {
    const customer = await desk.app.newCustomer();
    const id = await openTestCase(desk.app, customer);
    const owner = openDatabase<object>({ url: desk.app.database.ownerUrl });
    await owner.sql`update review_case set needs_two = true
      where id = ${id.replace("case_", "")}`;
    await owner.close();
    const first = expectStatus(
      await desk.on.act(desk.ruth, id, "approve", { revision: 1 }),
      200,
    ).body;
    expect(first).toMatchObject({
      status: "in_review",
      approvals: [{ by: desk.ruth.username }],
      canDecide: false,
    });
    const same = await desk.on.act(desk.ruth, id, "approve", { revision: 1 });
    expect([same.status, same.body.code]).toEqual([409, "case_needs_another"]);
    expect(await cards(customer)).toEqual([]);

    expectStatus(await sendTestDocument(desk.app, customer, id), 201);
    const voided = (await desk.on.get(desk.omar, id)).body;
    expect(voided).toMatchObject({ revision: 2, approvals: [] });
    expectStatus(await desk.on.act(desk.omar, id, "approve", { revision: 2 }), 200);
    expect(await cards(customer)).toEqual([]);
    expectStatus(await desk.on.act(desk.ruth, id, "approve", { revision: 2 }), 200);
    expect(await cards(customer)).toHaveLength(1);
  });

  test("requires another operator after an appeal", async () => {
    const customer = await desk.app.newCustomer({ USD: 1_000n });
    const id = await openTestCase(desk.app, customer);
    expectStatus(await desk.on.act(desk.ruth, id, "reject", { revision: 1, reason: "No" }), 200);
    const appeal = { text: "The name is my maiden name" };
    const appealed = expectStatus(await desk.on.own(customer, id, "appeal", appeal), 200).body;
    expect(appealed).toMatchObject({ status: "open", turn: "us", appealed: true });
    expect((await desk.on.own(customer, id, "appeal", appeal)).body).toEqual(appealed);
    expect(await moneyOf(customer)).toEqual({ posted: 1_000n, held: 150n });
    const same = await desk.on.act(desk.ruth, id, "approve", { revision: 2 });
    expect(same.body.code).toBe("case_needs_another");
    expectStatus(
      await desk.on.act(desk.omar, id, "reject", { revision: 2, reason: "Still no" }),
      200,
    );
    const again = await desk.on.own(customer, id, "appeal", { text: "Once more" });
    expect([again.status, again.body.code]).toEqual([409, "case_not_appealable"]);
  });

  test("cannot be appealed after 14 days", async () => {
    const customer = await desk.app.newCustomer();
    const id = await openTestCase(desk.app, customer);
    expectStatus(await desk.on.act(desk.ruth, id, "reject", { revision: 1, reason: "No" }), 200);
    desk.app.clock.advance(14 * DAY);
    const late = await desk.on.own(customer, id, "appeal", { text: "Please" });
    expect(late.body.code).toBe("case_not_appealable");
  });
});

describe("a question to the customer", () => {
  test("stops the clock, which resumes later with the remaining time", async () => {
    const customer = await desk.app.newCustomer();
    const id = await openTestCase(desk.app, customer);
    const before = (await desk.on.get(desk.ruth, id)).body;
    const asked = expectStatus(await desk.on.act(desk.ruth, id, "ask", ASK), 200).body;
    expect(asked).toMatchObject({ status: "waiting_customer", turn: "you", missing: ["identity"] });
    desk.app.clock.advance(3 * DAY);
    expect((await desk.on.get(desk.ruth, id)).body.overdue).toBe(false);
    const sent = expectStatus(await sendTestDocument(desk.app, customer, id), 201).body;
    expect(sent).toMatchObject({ turn: "us", missing: [], revision: 2 });
    const shiftMs = Date.parse(sent.dueAt) - Date.parse(before.dueAt);
    expect(Math.abs(shiftMs - 3 * DAY * 1_000)).toBeLessThan(60_000);
  });

  test("ends the case and releases the fee if the customer does not answer in time", async () => {
    const customer = await desk.app.newCustomer({ USD: 1_000n });
    const id = await openTestCase(desk.app, customer);
    expectStatus(await desk.on.act(desk.ruth, id, "ask", ASK), 200);
    desk.app.clock.advance(7 * DAY);
    await expireUnansweredCases(desk.app.context);
    expect((await desk.on.get(desk.ruth, id)).body).toMatchObject({ status: "expired" });
    expect(await moneyOf(customer)).toEqual({ posted: 1_000n, held: 0n });
    expect(await applications(customer)).toMatchObject([{ status: "expired" }]);
  });

  test("can be answered in writing if it asks for an explanation", async () => {
    const customer = await desk.app.newCustomer();
    const id = await openTestCase(desk.app, customer);
    expectStatus(await desk.on.act(desk.ruth, id, "ask", { ...ASK, items: ["explanation"] }), 200);
    const answer = { text: "For advertisements" };
    const answered = expectStatus(await desk.on.own(customer, id, "answer", answer), 200).body;
    expect(answered).toMatchObject({ turn: "us", missing: [], revision: 2 });
    expect((await desk.on.own(customer, id, "answer", answer)).body.revision).toBe(2);
    const { steps } = (await desk.on.get(desk.ruth, id)).body;
    expect(steps.at(-1)).toMatchObject({ act: "answered", note: answer.text });
  });
});

test("cases: the customer gets emails that contain no reasons", async () => {
  const customer = await desk.app.newCustomer();
  const id = await openTestCase(desk.app, customer);
  const reason = "Sanctioned purpose";
  expectStatus(await desk.on.act(desk.ruth, id, "reject", { revision: 1, reason }), 200);
  const subjects = async () => {
    const mails = (await desk.app.call(undefined, "GET /sandbox/mail.json")).body.data;
    const theirs = mails.filter(({ to }: { to: string }) => to === customer.email);
    return theirs.map(({ subject }: { subject: string }) => subject).toSorted();
  };
  await expect
    .poll(subjects, { timeout: 60_000 })
    .toEqual(["Your card application is under review", "Your card application was not approved"]);
  const { text } = await desk.app.call(undefined, "GET /sandbox/mail.json");
  expect(text).not.toContain(reason);
});

test("cases: each action is audited with the state before and after it", async () => {
  const customer = await desk.app.newCustomer();
  const id = await openTestCase(desk.app, customer);
  expectStatus(await desk.on.act(desk.ruth, id, "approve", { revision: 1 }), 200);
  const rows = await desk.app.context.db.sql<{ action: string; data: Record<string, unknown> }[]>`
    select action, data from ledger.audit where object = ${id} order by id`;
  expect(rows.map(({ action }) => action)).toEqual(["case.open", "case.approve"]);
  expect(rows[1]?.data).toMatchObject({
    role: "reviewer",
    before: { status: "open" },
    after: { status: "approved" },
  });
});
