import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  captcha,
  mailedCode,
  mailedToken,
  newAddress,
  PASSWORD,
  register,
  registerByLink,
  registerWithCode,
  sendCode,
  signIn,
} from "./account-flows.fixtures.ts";
import { accountOf, receivableOf } from "./customer-accounts.ts";

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

describe("registration by emailed code", () => {
  it.each([{ captchaId: "x" }, { captchaCode: "TESTER" }])(
    "rejects the captcha %j",
    async (stray) => {
      const answer = await register(test, { email: newAddress(), code: "123456", ...stray });
      expect([answer.status, answer.json.fields]).toMatchObject([
        400,
        [{ path: Object.keys(stray)[0], code: "not_allowed" }],
      ]);
    },
  );

  it("creates a customer, who can sign in by username or email, ignoring case", async () => {
    const email = newAddress("Grace.Hopper").toLowerCase();
    const sent = await sendCode(test, email.toUpperCase(), "register");
    expect([sent.status, sent.json]).toEqual([
      200,
      { expiresInSeconds: 600, retryAfterSeconds: 60 },
    ]);
    const registered = await register(test, { email, code: await mailedCode(test, email) });
    expect([registered.status, registered.json]).toEqual([201, { status: "active" }]);
    const byEmail = await signIn(test, email.toUpperCase());
    expect(byEmail.status).toBe(200);
    expect(byEmail.json.token).toMatch(/^vc1_[A-Za-z0-9_-]{43}$/);
    const { user, menus } = byEmail.json;
    expect(user).toMatchObject({ email, role: "customer", username: email.split("@")[0] });
    expect(menus).toContainEqual({ key: "wallet", path: "/wallet" });
    const byName = await signIn(test, user.username.toUpperCase());
    expect(byName.json.user).toEqual(user);
  });

  it("opens an account and a receivable in each currency", async () => {
    const { customerId } = await test.signUp();
    const { db, ledger } = test.context;
    for (const currency of ["USD", "CNY", "EUR"] as const) {
      const account = await accountOf(db.kysely, customerId, currency);
      const receivable = await receivableOf(db.kysely, customerId, currency);
      const [balance] = await ledger.balances(db, [account]);
      expect(balance).toMatchObject({ currency, availableMinor: 0n, status: "open" });
      expect(receivable).not.toBe(account);
    }
  });

  it("a code stops working when a new one is sent, and after ten minutes", async () => {
    const email = newAddress();
    await sendCode(test, email, "register");
    const first = await mailedCode(test, email);
    await sendCode(test, email, "register");
    await expect.poll(() => mailedCode(test, email), { timeout: 60_000 }).not.toBe(first);
    const second = await mailedCode(test, email);
    expect((await register(test, { email, code: first })).json.code).toBe("code_invalid");
    test.clock.advance(601);
    expect((await register(test, { email, code: second })).json.code).toBe("code_invalid");
  });

  it("a code works only for the purpose for which it was sent", async () => {
    const email = newAddress();
    await registerWithCode(test, email);
    await sendCode(test, email, "reset");
    await expect
      .poll(() => test.mailTo(email).then(({ subject }) => subject), { timeout: 60_000 })
      .toMatch("reset");
    const code = await mailedCode(test, email);
    expect((await register(test, { email, code })).json.code).toBe("code_invalid");
  });

  it("two people with the same email local part get different usernames", async () => {
    const one = await test.signUp({ email: "same@one.example" });
    const two = await test.signUp({ email: "same@two.example" });
    expect(one.username).toBe("same");
    expect(two.username).toMatch(/^same[0-9]+$/);
  });
});

describe("registration by emailed link", () => {
  it("the link signs in only once; afterward, the password is needed", async () => {
    const email = newAddress();
    const answered = await registerByLink(test, email);
    expect([answered.status, answered.json]).toEqual([201, { status: "verification-sent" }]);
    expect((await signIn(test, email)).status).toBe(401);
    const body = { token: await mailedToken(test, email) };
    const verified = await test.call("POST", "/api/customer/verify-email", { body });
    expect(verified.status).toBe(200);
    const { token, user } = verified.json;
    expect((await test.call("GET", "/api/auth/profile", { token })).json.user).toEqual(user);
    const again = await test.call("POST", "/api/customer/verify-email", { body });
    expect([again.status, again.json.code]).toEqual([400, "link_invalid"]);
    expect((await signIn(test, email)).status).toBe(200);
  });

  it("the link no longer works after a day", async () => {
    const email = newAddress();
    await registerByLink(test, email);
    const body = { token: await mailedToken(test, email) };
    test.clock.advance(86_401);
    const { json } = await test.call("POST", "/api/customer/verify-email", { body });
    expect(json.code).toBe("link_invalid");
  });
});

describe("session lifetime", () => {
  it("ends after 30 idle minutes, or 7 idle days if the user chose to be remembered", async () => {
    const email = newAddress();
    await registerWithCode(test, email);
    const usual = (await signIn(test, email)).json.token;
    const remembered = (await signIn(test, email, PASSWORD, { remember: true })).json.token;
    const status = async (token: string) =>
      (await test.call("GET", "/api/auth/profile", { token })).status;
    test.clock.advance(29 * 60);
    expect([await status(usual), await status(remembered)]).toEqual([200, 200]);
    test.clock.advance(31 * 60);
    expect([await status(usual), await status(remembered)]).toEqual([401, 200]);
    test.clock.advance(7 * 86_400 + 1);
    expect(await status(remembered)).toBe(401);
  });

  it("ends right away on logout", async () => {
    const { token } = await test.signUp();
    expect((await test.call("POST", "/api/auth/logout", { token })).status).toBe(204);
    const after = await test.call("GET", "/api/auth/profile", { token });
    expect([after.status, after.json.code]).toEqual([401, "unauthenticated"]);
  });

  it.each(["", "Bearer", "Bearer x y", "Basic abc", "bearer vc1_short"])(
    "an Authorization header of '%s' opens no session",
    async (authorization) => {
      const headers = { authorization };
      expect((await test.call("GET", "/api/auth/profile", { headers })).status).toBe(401);
    },
  );

  it("keeps only a person's ten newest sessions", async () => {
    const { email, password, token } = await test.signUp();
    for (let index = 0; index < 10; index += 1) {
      test.clock.advance(1);
      expect((await signIn(test, email, password)).status).toBe(200);
    }
    expect((await test.call("GET", "/api/auth/profile", { token })).status).toBe(401);
  });
});

describe("password reset", () => {
  it("sets the password, ends every session and emails a notice", async () => {
    const { email, token, password } = await test.signUp();
    await sendCode(test, email, "reset");
    const code = await mailedCode(test, email);
    const body = { email, code, password: PASSWORD, confirmPassword: PASSWORD };
    const reset = await test.call("POST", "/api/customer/reset-password", { body });
    expect([reset.status, reset.json]).toEqual([200, { status: "reset" }]);
    expect((await test.call("GET", "/api/auth/profile", { token })).status).toBe(401);
    expect((await signIn(test, email, password)).json.code).toBe("wrong_credentials");
    expect((await signIn(test, email)).status).toBe(200);
    await expect
      .poll(() => test.mailTo(email).then(({ subject }) => subject), { timeout: 60_000 })
      .toBe("Your password was changed");
    const again = await test.call("POST", "/api/customer/reset-password", { body });
    expect(again.json.code).toBe("code_invalid");
  });
});

describe("step-up token", () => {
  it("is issued for the correct password, and valid for five minutes in its session", async () => {
    const customer = await test.signUp();
    const { token, password } = customer;
    const wrong = await test.call("POST", "/api/auth/proof", { token, body: { password: "no" } });
    expect([wrong.status, wrong.json.code]).toEqual([403, "proof_invalid"]);
    const given = await test.call("POST", "/api/auth/proof", { token, body: { password } });
    expect(Date.parse(given.json.expiresAt) - test.clock.now().getTime()).toBeGreaterThan(295_000);
  });
});

describe("a new password", () => {
  it.each([
    ["password1234", "password_too_common"],
    ["PASSWORDpassword", "password_too_common"],
    ["P@ssw0rd!!!!", "password_too_common"],
    ["123456789012", "password_too_common"],
    ["aaaaaaaaaaaaaa", "password_too_common"],
    ["qwertyuiopas", "password_too_common"],
    ["iloveyou2024", "password_too_common"],
    ["my ada.lovelace 9", "password_contains_account"],
    ["short", "too_short"],
  ])("%s is rejected with %s", async (password, code) => {
    const email = "ada.lovelace@example.com";
    const fields = { email, password, confirmPassword: password, ...(await captcha(test)) };
    const { status, json } = await register(test, fields);
    expect(status).toBe(400);
    expect(json.fields[0]).toMatchObject({ path: "password", code });
  });

  it("is the same no matter how its accents are encoded", async () => {
    const { email } = await test.signUp({ password: "caf\u00e9 au bord du lac" });
    expect((await signIn(test, email, "cafe\u0301 au bord du lac")).status).toBe(200);
  });
});
