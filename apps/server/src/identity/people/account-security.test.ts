import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import { signIn } from "./account-flows.fixtures.ts";

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

const NEW_PASSWORD = "eleven slow tides return";
const WINDOWS_CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36";

async function isLive(token: string): Promise<boolean> {
  const { status } = await test.call("GET", "/api/auth/profile", { token });
  expect([200, 401]).toContain(status);
  return status === 200;
}

/** Signs the customer in again, from another IP address. */
async function another(customer: TestCustomer, ip = "203.0.113.77"): Promise<string> {
  const { json } = await signIn(test, customer.email, customer.password, {
    ip,
    headers: { "user-agent": WINDOWS_CHROME },
  });
  return json.token;
}

async function sessionsOf(token: string) {
  const { status, json } = await test.call("GET", "/api/auth/sessions", { token });
  expect(status).toBe(200);
  return json.data;
}

async function change(customer: TestCustomer, password = NEW_PASSWORD, proof?: string) {
  return test.call("POST", "/api/auth/password", {
    token: customer.token,
    headers: { "x-proof": proof ?? (await test.prove(customer)) },
    body: { password, confirmPassword: password },
  });
}

async function audited(customerId: string, action: string): Promise<number> {
  const rows = await test.context.db.sql<{ count: number }[]>`
    select count(*)::int as count from ledger.audit
    where customer_id = ${customerId} and action = ${action}`;
  return rows[0]?.count ?? 0;
}

describe("password change", () => {
  it("ends every other session, voids the old token, and emails a notice", async () => {
    const customer = await test.signUp();
    const elsewhere = await another(customer);
    const { status, json } = await change(customer);
    expect(status).toBe(200);
    expect(await isLive(json.token)).toBe(true);
    expect([await isLive(elsewhere), await isLive(customer.token)]).toEqual([false, false]);
    expect((await signIn(test, customer.email, customer.password)).status).toBe(401);
    expect((await signIn(test, customer.email, NEW_PASSWORD)).status).toBe(200);
    const mail = await test.mailTo(customer.email);
    expect([mail.subject, mail.text]).toEqual([
      "Your password was changed",
      expect.stringContaining("All other devices were signed out"),
    ]);
    expect(await audited(customer.customerId, "password_changed")).toBe(1);
  });

  it("continues the current session with a new token", async () => {
    const customer = await test.signUp();
    const [before] = await sessionsOf(customer.token);
    const { json } = await change(customer);
    const after = await sessionsOf(json.token);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: before.id, current: true });
  });

  it("requires a fresh step-up token issued for the current password", async () => {
    const customer = await test.signUp();
    const stranger = await test.signUp();
    const body = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    const { token } = customer;
    const without = await test.call("POST", "/api/auth/password", { token, body });
    expect([without.status, without.json.code]).toEqual([403, "proof_required"]);
    const foreign = await change(customer, NEW_PASSWORD, await test.prove(stranger));
    expect([foreign.status, foreign.json.code]).toEqual([403, "proof_invalid"]);
    const proof = await test.prove(customer);
    test.clock.advance(301);
    const late = await change(customer, NEW_PASSWORD, proof);
    expect([late.status, late.json.code]).toEqual([403, "proof_stale"]);
    expect((await signIn(test, customer.email, customer.password)).status).toBe(200);
  });

  it.each([
    ["short", "too_short"],
    ["passwordpassword", "password_too_common"],
    ["three small boats at dawn", "password_unchanged"],
  ])("rejects %s with %s, and the session continues", async (password, code) => {
    const customer = await test.signUp();
    const refused = await change(customer, password);
    expect([refused.status, refused.json.fields[0]]).toMatchObject([
      400,
      { path: "password", code },
    ]);
    expect(await isLive(customer.token)).toBe(true);
  });

  it("a step-up token allows only one change, even with many concurrent calls", async () => {
    const customer = await test.signUp();
    const proof = await test.prove(customer);
    const answers = await Promise.all(
      [1, 2, 3].map((n) => change(customer, `${NEW_PASSWORD} ${n}`, proof)),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(await isLive(done[0]?.json.token)).toBe(true);
    expect(await audited(customer.customerId, "password_changed")).toBe(1);
  });
});

describe("session list", () => {
  it("lists the current session first, with device and network but no full IP", async () => {
    const customer = await test.signUp();
    await another(customer);
    test.clock.advance(60);
    await another(customer, "2001:db8:77:1::9");
    const data = await sessionsOf(customer.token);
    expect(data).toMatchObject([
      { current: true, network: null, browser: null, system: null },
      { current: false, network: "2001:db8:77::/48", browser: "chrome", system: "windows" },
      { current: false, network: "203.0.113.0/24" },
    ]);
    expect(JSON.stringify(data)).not.toContain("203.0.113.77");
    expect(test.logs.join("\n")).not.toMatch(/203\.0\.113\.77|2001:db8:77:1::9/);
  });

  it("omits idle sessions and other people's sessions", async () => {
    const customer = await test.signUp();
    await another(await test.signUp());
    const idle = await another(customer);
    test.clock.advance(1_200);
    expect(await isLive(customer.token)).toBe(true);
    test.clock.advance(700);
    expect(await sessionsOf(customer.token)).toHaveLength(1);
    expect(await isLive(idle)).toBe(false);
  });
});

describe("signing out devices", () => {
  it("ends one device's session right away; repeating it returns 404", async () => {
    const customer = await test.signUp();
    const elsewhere = await another(customer);
    const kept = await another(customer);
    expect(await isLive(elsewhere)).toBe(true);
    const own = (await sessionsOf(elsewhere))[0].id;
    const end = () => test.call("DELETE", `/api/auth/sessions/${own}`, { token: customer.token });
    expect((await end()).status).toBe(204);
    expect([await isLive(elsewhere), await isLive(kept)]).toEqual([false, true]);
    expect((await end()).status).toBe(404);
    expect(await audited(customer.customerId, "sessions_ended")).toBe(1);
  });

  it("returns 404 for another customer's session, which continues", async () => {
    const customer = await test.signUp();
    const stranger = await test.signUp();
    const [theirs] = await sessionsOf(stranger.token);
    for (const id of [theirs.id, "ses_nonsense", "x"]) {
      const { status } = await test.call("DELETE", `/api/auth/sessions/${id}`, {
        token: customer.token,
      });
      expect(status).toBe(404);
    }
    expect(await isLive(stranger.token)).toBe(true);
  });

  it("ends all other sessions; repeating it does nothing", async () => {
    const customer = await test.signUp();
    const others = [await another(customer), await another(customer)];
    const end = () => test.call("POST", "/api/auth/sessions/end-others", { token: customer.token });
    expect((await end()).json).toEqual({ ended: 2 });
    expect(await Promise.all(others.map(isLive))).toEqual([false, false]);
    expect((await end()).json).toEqual({ ended: 0 });
    expect(await isLive(customer.token)).toBe(true);
    expect(await audited(customer.customerId, "sessions_ended")).toBe(1);
  });
});
