import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { securityChangedAt } from "../sessions/index.ts";
import {
  ask,
  change,
  codeTo,
  confirm,
  mailAbout,
  newAddress,
  proofFor,
  signInStatus,
  standing,
  stopTokenIn,
} from "./email-change.fixtures.ts";

let app: CardsApp;

beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app?.close());

const refusal = (code: string, status = 409) => ({ status, body: { code } });

/** Opens another session for a customer. */
async function elsewhere(who: TestCustomer): Promise<TestCustomer> {
  const body = { username: who.username, password: who.password };
  const { token } = expectStatus(
    await app.call(undefined, "POST /api/customer/login", body),
    200,
  ).body;
  // Uses a different id, because the test helpers cache one token per person.
  return { ...who, userId: newId(), token };
}

describe("email change without review", () => {
  it("signing in works right away with the new email, and no longer with the old one", async () => {
    const who = await app.newCustomer({});
    const other = await elsewhere(who);
    const email = newAddress();
    const asked = expectStatus(await ask(app, who, ` ${email.toUpperCase()} `.trim()), 201).body;
    expect(asked.change).toMatchObject({ email, status: "code_sent", reviewId: null });
    expect(await signInStatus(app, who, who.email)).toBe(200);

    const done = expectStatus(await confirm(app, who, await codeTo(app, email)), 200).body;
    expect(done).toEqual({ outcome: "applied", email, change: null });
    expect(await signInStatus(app, who, email)).toBe(200);
    expect(await signInStatus(app, who, who.username)).toBe(200);
    expect(await signInStatus(app, who, who.email)).toBe(401);
    expect((await app.call(other, "GET /api/auth/profile")).status).toBe(401);
    const { user } = (await app.call(who, "GET /api/auth/profile")).body;
    expect(user).toMatchObject({ email, username: who.username });
  });

  it("puts withdrawals on hold and records an audit event with masked addresses", async () => {
    const who = await app.newCustomer({});
    const email = newAddress();
    await change(app, who, email);
    expect(await securityChangedAt(app.context.db.kysely, who.customerId)).not.toBeNull();
    const { customerId } = who;
    const [row] = await readAudit(app.context, { customerId, action: "email_changed" });
    const text = JSON.stringify(row?.data);
    expect(text).toContain("@example.com");
    expect(text).not.toContain(email);
    expect(text).not.toContain(who.email);
  });

  it("both addresses get an email, and a password reset goes to the new one", async () => {
    const who = await app.newCustomer({});
    const email = newAddress();
    await change(app, who, email);
    await mailAbout(app, who.email, "A change of your email was requested");
    await mailAbout(app, who.email, "Your email was changed");
    await mailAbout(app, email, "This is now your Tessera email");
    const { headers } = await app.call(undefined, "GET /api/captcha?t=1");
    const captcha = { captchaId: String(headers["x-captcha-id"]), captchaCode: "tester" };
    const body = { email, purpose: "reset", ...captcha };
    expectStatus(await app.call(undefined, "POST /api/auth/send-code", body), 200);
    await mailAbout(app, email, "Your password reset code");
  });

  it("pending registrations with the new address become invalid", async () => {
    const who = await app.newCustomer({});
    const email = newAddress();
    await app.context.db.sql`
      insert into registration (token_hash, email, password_hash, locale, expires_at)
      values (sha256(${email}), ${email}, 'none', 'en', ${new Date(Date.now() + 3_600_000)})`;
    await change(app, who, email);
    const rows = await app.context.db.sql`select 1 from registration where email = ${email}`;
    expect(rows).toHaveLength(0);
  });
});

describe("email change request", () => {
  it("requires a step-up token bound to the requested address", async () => {
    const who = await app.newCustomer({});
    const email = newAddress();
    const call = (headers: Record<string, string>) =>
      app.call(who, "POST /api/email-change", { email }, { key: newId(), headers });
    expect(await call({})).toMatchObject(refusal("proof_required", 403));
    const unbound = await app.prove(who);
    expect(await call({ "x-proof": unbound })).toMatchObject(refusal("proof_invalid", 403));
    const other = await proofFor(app, who, newAddress());
    expect(await call({ "x-proof": other })).toMatchObject(refusal("proof_invalid", 403));
    expect((await standing(app, who)).change).toBeNull();
  });

  it("a taken address gets the same response, but its owner is emailed instead", async () => {
    const [who, owner] = [await app.newCustomer({}), await app.newCustomer({})];
    const free = expectStatus(await ask(app, who, newAddress()), 201).body;
    const taken = expectStatus(await ask(app, who, owner.email), 201).body;
    expect(Object.keys(taken)).toEqual(Object.keys(free));
    expect(taken.change).toEqual({
      ...free.change,
      email: owner.email,
      expiresAt: expect.any(String),
    });
    await mailAbout(app, owner.email, "Your email was entered for another account");
    expect(await confirm(app, who, "000000")).toMatchObject(refusal("code_invalid", 400));
  });

  it("the customer's current address is rejected", async () => {
    const who = await app.newCustomer({});
    const { status, body } = await ask(app, who, who.email);
    expect([status, body.fields]).toMatchObject([
      400,
      [{ path: "email", code: "email_unchanged" }],
    ]);
  });

  it("a retry with the same key returns the same response and sends no further email", async () => {
    const who = await app.newCustomer({});
    const email = newAddress();
    const [key, proof] = [newId(), await proofFor(app, who, email)];
    const first = expectStatus(await ask(app, who, email, { key, proof }), 201).body;
    const again = expectStatus(await ask(app, who, email, { key, proof }), 201).body;
    expect(again).toEqual(first);
    const rows = await app.context.db.sql`
      select 1 from email_change where customer_id = ${who.customerId}`;
    expect(rows).toHaveLength(1);
    const code = await codeTo(app, email);
    const confirmKey = newId();
    const done = expectStatus(await confirm(app, who, code, confirmKey), 200).body;
    expect((await confirm(app, who, code, confirmKey)).body).toEqual(done);
    expect(await confirm(app, who, code)).toMatchObject(refusal("email_change_over"));
  });

  it("a new request replaces the earlier one, whose code stops working", async () => {
    const who = await app.newCustomer({});
    const [first, second] = [newAddress(), newAddress()];
    await ask(app, who, first);
    const code = await codeTo(app, first);
    await ask(app, who, second);
    const late = await codeTo(app, second);
    if (code !== late) {
      expect(await confirm(app, who, code)).toMatchObject(refusal("code_invalid", 400));
    }
    expect(expectStatus(await confirm(app, who, late), 200).body.email).toBe(second);
  });

  it("can be canceled, and canceling it twice is harmless", async () => {
    const who = await app.newCustomer({});
    const email = newAddress();
    await ask(app, who, email);
    const code = await codeTo(app, email);
    for (let times = 0; times < 2; times += 1) {
      expectStatus(await app.call(who, "DELETE /api/email-change"), 204);
    }
    expect(await standing(app, who)).toEqual({ email: who.email, change: null });
    expect(await confirm(app, who, code)).toMatchObject(refusal("email_change_over"));
  });

  it("cannot be confirmed by another customer", async () => {
    const [who, stranger] = [await app.newCustomer({}), await app.newCustomer({})];
    const email = newAddress();
    await ask(app, who, email);
    const code = await codeTo(app, email);
    expect(await confirm(app, stranger, code)).toMatchObject(refusal("email_change_over"));
    await ask(app, stranger, newAddress());
    expect(await confirm(app, stranger, code)).toMatchObject(refusal("code_invalid", 400));
    expectStatus(await confirm(app, who, code), 200);
  });
});

describe("email change code", () => {
  it("becomes invalid after five attempts, after which a new one can be emailed", async () => {
    const who = await app.newCustomer({});
    const email = newAddress();
    await ask(app, who, email);
    const code = await codeTo(app, email);
    const wrong = code === "123456" ? "654321" : "123456";
    for (let times = 0; times < 5; times += 1) {
      expect(await confirm(app, who, wrong)).toMatchObject(refusal("code_invalid", 400));
    }
    expect(await confirm(app, who, code)).toMatchObject(refusal("code_invalid", 400));
    const sent = expectStatus(await app.call(who, "POST /api/email-change/code"), 200).body;
    expect(sent.change).toMatchObject({ email, status: "code_sent" });
    expectStatus(await confirm(app, who, await codeTo(app, email, code)), 200);
    const late = await app.call(who, "POST /api/email-change/code");
    expect(late).toMatchObject(refusal("email_change_over"));
  });

  it("of two concurrent confirmations for the same address, only one succeeds", async () => {
    const [one, two] = [await app.newCustomer({}), await app.newCustomer({})];
    const email = newAddress();
    await ask(app, one, email);
    const first = await codeTo(app, email);
    await ask(app, two, email);
    const second = await codeTo(app, email, first);
    const answers = await Promise.all([confirm(app, one, first), confirm(app, two, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers[0]?.status === 409 ? one : two;
    const told = answers.find(({ status }) => status === 409);
    expect(told).toMatchObject(refusal("email_change_taken"));
    expect(await standing(app, lost)).toEqual({ email: lost.email, change: null });
    const rows = await app.context.db.sql`select 1 from person where email = ${email}`;
    expect(rows).toHaveLength(1);
  });
});

describe("email change “not me” link", () => {
  const follow = (token: string) =>
    app.call(undefined, "POST /api/wallet/withdrawals/not-me", { token });

  it("ends a request whose code has not been confirmed yet", async () => {
    const who = await app.newCustomer({});
    const email = newAddress();
    await ask(app, who, email);
    const token = await stopTokenIn(app, who.email, "A change of your email was requested");
    expectStatus(await follow(token), 200);
    const [row] = await app.context.db.sql<{ status: string }[]>`
      select status from email_change where customer_id = ${who.customerId}`;
    expect(row?.status).toBe("cancelled");
    expect(await signInStatus(app, who, who.email)).toBe(200);
  });

  it("restores the old address after a change, even if another change followed", async () => {
    const who = await app.newCustomer({});
    const [second, third] = [newAddress(), newAddress()];
    await change(app, who, second);
    const own = await stopTokenIn(app, who.email, "Your email was changed");
    await change(app, who, third);
    const thiefs = await stopTokenIn(app, second, "Your email was changed");
    expectStatus(await follow(own), 200);
    expect(await signInStatus(app, who, who.email)).toBe(200);
    expect(await signInStatus(app, who, third)).toBe(401);
    // The owner of the intermediate address cannot reclaim it with their own link.
    expectStatus(await follow(thiefs), 200);
    expect(await signInStatus(app, who, who.email)).toBe(200);
    expect(await signInStatus(app, who, second)).toBe(401);
    expect(await ask(app, await elsewhere(who), newAddress())).toMatchObject(
      refusal("withdrawals_on_hold"),
    );
  });
});
