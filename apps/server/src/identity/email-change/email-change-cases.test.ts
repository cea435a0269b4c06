import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { rawFactIds } from "../../testing/raw-fact-ids.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import {
  ask,
  change,
  mailAbout,
  newAddress,
  reviewed,
  signInStatus,
  standing,
  stopTokenIn,
} from "./email-change.fixtures.ts";
import { changeReasons, maskedEmail } from "./email-change.policy.ts";

let app: CardsApp;
let ruth: TestCustomer;
let omar: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp();
  [ruth, omar] = [await app.newOperator("reviewer"), await app.newOperator("reviewer")];
});
afterAll(() => app?.close());

const refusal = (code: string) => ({ status: 409, body: { code } });
const nothing = { isFlagged: false, hasMoney: false, hasCard: false };

describe("email change review", () => {
  it.each([
    [nothing, []],
    [{ ...nothing, isFlagged: true }, ["flagged"]],
    [{ ...nothing, hasMoney: true }, ["holds_money"]],
    [{ ...nothing, hasCard: true }, ["has_card"]],
    [{ isFlagged: true, hasMoney: true, hasCard: true }, ["flagged", "holds_money", "has_card"]],
  ])("email change review: %o gives the reasons %o", (circumstances, reasons) => {
    expect(changeReasons(circumstances)).toEqual(reasons);
  });

  it("a customer with money in an account needs a review", async () => {
    const who = await app.newCustomer({ EUR: 1n });
    const { body } = expectStatus(await change(app, who, newAddress()), 200);
    expect(body.outcome).toBe("reviewing");
    const review = (await app.call(who, `GET /api/reviews/${body.change.reviewId}`)).body;
    expect(review).toMatchObject({
      kind: "profile_change",
      reasons: ["holds_money"],
      turn: "us",
      canWithdraw: true,
    });
  });

  it.each([
    ["heron@example.com", "h…n@example.com"],
    ["abc@example.com", "a…@example.com"],
    ["a@b.example", "a…@b.example"],
  ])("operators see %s as %s", (email, masked) => {
    expect(maskedEmail(email)).toBe(masked);
  });
});

describe("email change under review", () => {
  it("the address stays the same, and another request is rejected", async () => {
    const { who, email, id } = await reviewed(app);
    expect(await signInStatus(app, who, email)).toBe(401);
    expect(await signInStatus(app, who, who.email)).toBe(200);
    expect(await standing(app, who)).toEqual({
      email: who.email,
      change: { email, status: "reviewing", expiresAt: null, reviewId: id },
    });
    expect(await ask(app, who, newAddress())).toMatchObject(refusal("email_change_reviewing"));
    const given = await app.call(who, "DELETE /api/email-change");
    expect(given).toMatchObject(refusal("email_change_reviewing"));
  });

  it("only the customer who made the request can read it; others get 404", async () => {
    const { id } = await reviewed(app);
    const stranger = await app.newCustomer({});
    expect((await app.call(stranger, `GET /api/reviews/${id}`)).status).toBe(404);
    expect((await app.call(stranger, `POST /api/reviews/${id}/withdraw`)).status).toBe(404);
  });

  it("operators see who the customer is, with both addresses masked", async () => {
    const { who, email, path } = await reviewed(app);
    const detail = expectStatus(await app.call(ruth, `GET ${path}`), 200);
    const { facts } = detail.body;
    expect(facts).toContainEqual({ name: "current_email", value: maskedEmail(who.email) });
    expect(facts).toContainEqual({ name: "new_email", value: maskedEmail(email) });
    expect(facts).toContainEqual({ name: "flagged", value: "yes" });
    expect(facts.map(({ name }: { name: string }) => name)).toContain("customer_since");
    expect(detail.text).not.toContain(email);
    expect(detail.text).not.toContain(who.email);
    const list = await app.call(ruth, "GET /api/admin/reviews?kind=profile_change");
    expect(list.text).not.toContain(email);
  });

  it("the customer can withdraw it and request another address", async () => {
    const { who, email, id, path } = await reviewed(app);
    expectStatus(await app.call(who, `POST /api/reviews/${id}/withdraw`), 200);
    expect((await standing(app, who)).change).toBeNull();
    const late = await app.call(ruth, `POST ${path}/approve`, { revision: 1 });
    expect(late).toMatchObject(refusal("case_decided"));
    expectStatus(await ask(app, who, email), 201);
  });

  it("a “not me” from the old mailbox ends the request", async () => {
    const { who, path } = await reviewed(app);
    const token = await stopTokenIn(app, who.email, "A change of your email was requested");
    const notMe = "POST /api/wallet/withdrawals/not-me";
    expectStatus(await app.call(undefined, notMe, { token }), 200);
    expect((await app.call(ruth, `GET ${path}`)).body.status).toBe("withdrawn");
    const late = await app.call(ruth, `POST ${path}/approve`, { revision: 1 });
    expect(late).toMatchObject(refusal("case_decided"));
    expect(await signInStatus(app, who, who.email)).toBe(200);
  });
});

describe("email change decision", () => {
  it("an approval applies the new address and keeps the session that confirmed it", async () => {
    const { who, email, path } = await reviewed(app);
    expectStatus(await app.call(ruth, `POST ${path}/approve`, { revision: 1 }), 200);
    expect(await signInStatus(app, who, email)).toBe(200);
    expect(await signInStatus(app, who, who.email)).toBe(401);
    expect(await standing(app, who)).toEqual({ email, change: null });
    await mailAbout(app, who.email, "Your email was changed");
    await mailAbout(app, email, "This is now your Tessera email");
    // Repeating the decision changes nothing.
    expectStatus(await app.call(ruth, `POST ${path}/approve`, { revision: 1 }), 200);
    const late = await app.call(omar, `POST ${path}/reject`, { revision: 1, reason: "No" });
    expect(late).toMatchObject(refusal("case_decided"));
  });

  it("only one of two concurrent decisions takes effect", async () => {
    const { who, email, path } = await reviewed(app);
    const answers = await Promise.all([
      app.call(ruth, `POST ${path}/approve`, { revision: 1 }),
      app.call(omar, `POST ${path}/reject`, { revision: 1, reason: "No" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isApproved = answers[0]?.status === 200;
    expect((await standing(app, who)).email).toBe(isApproved ? email : who.email);
    expect((await standing(app, who)).change).toBeNull();
  });

  it("a rejection keeps the old address, and the customer sees the reason", async () => {
    const { who, email, id, path } = await reviewed(app);
    const reason = "We could not reach you";
    expectStatus(await app.call(ruth, `POST ${path}/reject`, { revision: 1, reason }), 200);
    expect(await signInStatus(app, who, email)).toBe(401);
    expect(await standing(app, who)).toEqual({ email: who.email, change: null });
    const { body } = await app.call(who, `GET /api/reviews/${id}`);
    expect(body).toMatchObject({ status: "rejected", reason });
  });

  it("a decision based on a stale revision is rejected", async () => {
    const { path } = await reviewed(app);
    const answer = await app.call(ruth, `POST ${path}/approve`, { revision: 2 });
    expect(answer).toMatchObject(refusal("case_changed"));
  });

  it("an operator can ask the customer a question and approve after the answer", async () => {
    const { who, email, id, path } = await reviewed(app);
    const question = { revision: 1, items: ["explanation"], days: 1 };
    expectStatus(await app.call(ruth, `POST ${path}/ask`, question), 200);
    expect((await app.call(who, `GET /api/reviews/${id}`)).body).toMatchObject({ turn: "you" });
    expectStatus(await app.call(who, `POST /api/reviews/${id}/answer`, { text: "I moved" }), 200);
    expectStatus(await app.call(ruth, `POST ${path}/approve`, { revision: 2 }), 200);
    expect(await signInStatus(app, who, email)).toBe(200);
  });

  it("approval fails and the case closes if the address has since been taken", async () => {
    const { who, email, id, path } = await reviewed(app);
    const owner = await app.newCustomer({});
    expectStatus(await change(app, owner, email), 200);
    const answer = await app.call(ruth, `POST ${path}/approve`, { revision: 1 });
    expect(answer).toMatchObject(refusal("email_change_taken"));
    const { body } = await app.call(who, `GET /api/reviews/${id}`);
    expect(body).toMatchObject({
      status: "rejected",
      reason: "Another account now uses this address. You can request a different one.",
    });
    expect(await standing(app, who)).toEqual({ email: who.email, change: null });
    expect(await signInStatus(app, owner, email)).toBe(200);
    const again = await app.call(ruth, `POST ${path}/approve`, { revision: 1 });
    expect(again).toMatchObject(refusal("case_decided"));
  });

  it("if two customers request the same address, only the first one approved gets it", async () => {
    const one = await reviewed(app);
    const two = await reviewed(app, one.email);
    const answers = await Promise.all([
      app.call(ruth, `POST ${one.path}/approve`, { revision: 1 }),
      app.call(omar, `POST ${two.path}/approve`, { revision: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(
      refusal("email_change_taken"),
    );
    const rows = await app.context.db.sql`select 1 from person where email = ${one.email}`;
    expect(rows).toHaveLength(1);
  });
});

it("email change cases: the facts shown to operators contain no raw id", async () => {
  expect(await rawFactIds(app.context)).toEqual({ kinds: ["profile_change"], found: [] });
});
