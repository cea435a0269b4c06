import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { addTestOperator } from "../../testing/cards-app.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import { mailedCode, sendCode } from "../people/account-flows.fixtures.ts";
import { securityChangedAt } from "../sessions/index.ts";
import {
  challengeFor,
  codeOf,
  type Enrolled,
  enrollTotp,
  firstStep,
  nextSteps,
  outcome,
  prove,
  secondStep,
  withProof,
} from "./factors.fixtures.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.close());

async function enrolled(): Promise<Enrolled> {
  return enrollTotp(app, await app.signUp());
}

describe("authenticator app enrollment", () => {
  it("needs a step-up token, ends other sessions, renews the token, sends an email", async () => {
    const who = await app.signUp();
    const begin = "/api/auth/factors/totp/begin";
    expect(outcome(await app.call("POST", begin, { token: who.token }))).toBe("proof_required");
    const elsewhere = (await firstStep(app, who)).json.token;
    const { who: after, secret, recoveryCodes } = await enrollTotp(app, who);
    for (const token of [who.token, elsewhere]) {
      expect((await app.call("GET", "/api/auth/profile", { token })).status).toBe(401);
    }
    const listed = await app.call("GET", "/api/auth/factors", { token: after.token });
    expect(listed.json).toMatchObject({
      methods: ["totp", "recovery"],
      recoveryCodesLeft: 10,
      required: false,
    });
    expect(listed.text).not.toContain(secret);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await app.mailTo(who.email)).subject).toBe("Authenticator app added");
    expect(await securityChangedAt(app.context.db.kysely, who.customerId)).not.toBeNull();
    const { json } = await app.call("GET", "/api/logs?category=security", { token: after.token });
    expect(json.data.map(({ act }: { act: string }) => act)).toContain("factor.add");
    expect(app.logs.join("\n")).not.toContain(secret);
  });

  it("rejects a code from another secret, and any code after ten minutes", async () => {
    const who = await app.signUp();
    const { token } = who;
    const proof = withProof(await app.prove(who));
    const path = "/api/auth/factors/totp";
    const { json } = await app.call("POST", `${path}/begin`, { token, ...proof });
    const confirm = async (code: string) =>
      outcome(await app.call("POST", path, { token, body: { code } }));
    const wrong = codeOf(app, json.secret) === "000000" ? "000001" : "000000";
    expect(await confirm(wrong)).toBe("second_factor_invalid");
    app.clock.advance(600);
    expect(await confirm(codeOf(app, json.secret))).toBe("enrolment_expired");
    expect((await firstStep(app, who)).status).toBe(200);
  });

  it("rejects the code in any session other than the one that started the enrollment", async () => {
    const [ada, ben] = [await app.signUp(), await app.signUp()];
    const proof = withProof(await app.prove(ada));
    const path = "/api/auth/factors/totp";
    const { json } = await app.call("POST", `${path}/begin`, { token: ada.token, ...proof });
    const body = { code: codeOf(app, json.secret) };
    expect(outcome(await app.call("POST", path, { token: ben.token, body }))).toBe(
      "enrolment_expired",
    );
  });
});

describe("authenticator app codes", () => {
  it.each([-1, 0, 1])("a code %i steps from the server's clock is accepted once", async (steps) => {
    const { who, secret } = await enrolled();
    const totp = codeOf(app, secret, steps);
    expect(outcome(await prove(app, who, { totp }))).toBe(200);
    expect(outcome(await prove(app, who, { totp }))).toBe("proof_invalid");
  });

  it.each([-3, -2, 2, 3])("a code %i steps away is rejected", async (steps) => {
    const { who, secret } = await enrolled();
    expect(outcome(await prove(app, who, { totp: codeOf(app, secret, steps) }))).toBe(
      "proof_invalid",
    );
  });

  it("a code from an earlier time step than the last accepted code is rejected", async () => {
    const { who, secret } = await enrolled();
    expect(outcome(await prove(app, who, { totp: codeOf(app, secret, 1) }))).toBe(200);
    expect(outcome(await prove(app, who, { totp: codeOf(app, secret) }))).toBe("proof_invalid");
  });

  it("only one of many concurrent uses of a code is accepted", async () => {
    const { who, secret } = await enrolled();
    const totp = codeOf(app, secret);
    const tries = Array.from({ length: 10 }, () => prove(app, who, { totp }));
    const answers = (await Promise.all(tries)).map(outcome);
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
  });
});

describe("recovery codes", () => {
  it("work once each, even if used concurrently, no matter how they are typed", async () => {
    const { who, recoveryCodes } = await enrolled();
    const typed = recoveryCodes[0]?.toUpperCase().replace("-", " ").replaceAll("0", "O") ?? "";
    const tries = Array.from({ length: 20 }, () => prove(app, who, { recoveryCode: typed }));
    const answers = (await Promise.all(tries)).map(outcome);
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer === "proof_invalid")).toHaveLength(19);
    const { json } = await app.call("GET", "/api/auth/factors", { token: who.token });
    expect(json.recoveryCodesLeft).toBe(9);
  });

  it("stop working after new ones are created", async () => {
    const { who, secret, recoveryCodes } = await enrolled();
    const { json } = await prove(app, who, { totp: codeOf(app, secret) });
    const path = "/api/auth/factors/recovery-codes";
    const made = await app.call("POST", path, { token: who.token, ...withProof(json.proof) });
    const after = { ...who, token: made.json.token as string };
    const [old = "", fresh = ""] = [recoveryCodes[0], made.json.recoveryCodes[0]];
    expect(outcome(await prove(app, after, { recoveryCode: old }))).toBe("proof_invalid");
    expect(outcome(await prove(app, after, { recoveryCode: fresh }))).toBe(200);
  });

  it("are stored only in a form that does not reveal them", async () => {
    const { recoveryCodes } = await enrolled();
    const rows = await app.context.db.sql<{ row: string }[]>`
      select row_to_json(recovery_code)::text as row from recovery_code`;
    const stored = rows.map(({ row }) => row).join("\n");
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(Buffer.from(code).toString("hex"));
    }
  });
});

describe("a sign-in with a second factor", () => {
  it("asks for the factor only after the correct password, then signs in as usual", async () => {
    const { who, secret } = await enrolled();
    const wrong = await firstStep(app, { ...who, password: "not the password at all" });
    expect([wrong.status, wrong.json.code]).toEqual([401, "wrong_credentials"]);
    expect(wrong.json.secondFactor).toBeUndefined();
    const asked = await firstStep(app, who);
    expect([asked.status, asked.json.code]).toEqual([403, "second_factor_required"]);
    expect(asked.json.secondFactor).toMatchObject({ methods: ["totp", "recovery"], passkey: null });
    expect(asked.text).not.toContain("token");
    const { challenge } = asked.json.secondFactor;
    const totp = codeOf(app, secret);
    const { status, json } = await secondStep(app, challenge, { totp });
    expect([status, Object.keys(json).sort()]).toEqual([200, ["menus", "token", "user"]]);
    expect((await app.call("GET", "/api/auth/profile", { token: json.token })).status).toBe(200);
    nextSteps(app);
    const again = await secondStep(app, challenge, { totp: codeOf(app, secret) });
    expect(outcome(again)).toBe("sign_in_expired");
  });

  it("can be retried for five minutes after a wrong code", async () => {
    const { who, secret } = await enrolled();
    const challenge = await challengeFor(app, who);
    const wrong = await secondStep(app, challenge, { recoveryCode: "aaaaa-aaaaa" });
    expect(outcome(wrong)).toBe("second_factor_invalid");
    const late = await challengeFor(app, who);
    expect(outcome(await secondStep(app, challenge, { totp: codeOf(app, secret) }))).toBe(200);
    app.clock.advance(300);
    expect(outcome(await secondStep(app, late, { totp: codeOf(app, secret) }))).toBe(
      "sign_in_expired",
    );
  });

  it("rejects another person's code", async () => {
    const [ada, ben] = [await enrolled(), await enrolled()];
    const challenge = await challengeFor(app, ada.who);
    const answer = await secondStep(app, challenge, { totp: codeOf(app, ben.secret) });
    expect(outcome(answer)).toBe("second_factor_invalid");
    const foreign = await secondStep(app, challenge, { recoveryCode: ben.recoveryCodes[0] });
    expect(outcome(foreign)).toBe("second_factor_invalid");
  });

  it("still needs the factor after a password reset, which ends a pending sign-in", async () => {
    const { who, secret } = await enrolled();
    const challenge = await challengeFor(app, who);
    await sendCode(app, who.email, "reset");
    const password = "four quiet kettles";
    const newest = async () => (await app.mailTo(who.email)).text;
    await expect.poll(newest, { timeout: 60_000 }).toMatch(/\b[0-9]{6}\b/);
    const code = await mailedCode(app, who.email);
    const body = { email: who.email, code, password, confirmPassword: password };
    expect((await app.call("POST", "/api/customer/reset-password", { body })).status).toBe(200);
    expect(outcome(await secondStep(app, challenge, { totp: codeOf(app, secret) }))).toBe(
      "sign_in_expired",
    );
    expect(outcome(await firstStep(app, { ...who, password }))).toBe("second_factor_required");
  });

  it("ends if the account is suspended while it is pending", async () => {
    const { who, secret } = await enrolled();
    const challenge = await challengeFor(app, who);
    await app.context.db.sql`
      update customer set suspended_at = now() where id = ${who.customerId}`;
    expect(outcome(await secondStep(app, challenge, { totp: codeOf(app, secret) }))).toBe(
      "sign_in_expired",
    );
  });

  it("emails the owner when a recovery code is used", async () => {
    const { who, recoveryCodes } = await enrolled();
    const challenge = await challengeFor(app, who);
    const given = { recoveryCode: recoveryCodes[3] };
    expect(outcome(await secondStep(app, challenge, given))).toBe(200);
    const newest = async () => (await app.mailTo(who.email)).text;
    await expect.poll(newest, { timeout: 60_000 }).toContain("9 are left");
  });
});

describe("a step-up token for a person with a second factor", () => {
  it("is no longer issued in exchange for just the password", async () => {
    const { who } = await enrolled();
    const answer = await prove(app, who, { password: who.password });
    expect([answer.status, outcome(answer)]).toEqual([403, "second_factor_required"]);
  });

  it("stops working if it was issued for the password before the enrollment", async () => {
    const who = await app.signUp();
    const before = await app.prove(who);
    const { who: after } = await enrollTotp(app, who);
    const body = { username: `renamed-${after.username}`.slice(0, 40) };
    const options = { token: after.token, ...withProof(before), body };
    expect(outcome(await app.call("PUT", "/api/auth/username", options))).toBe("proof_invalid");
  });

  it("is required to remove the factor; afterward, the password is enough again", async () => {
    const { who, secret } = await enrolled();
    const path = "/api/auth/factors/totp";
    expect(outcome(await app.call("DELETE", path, { token: who.token }))).toBe("proof_required");
    const { json } = await prove(app, who, { totp: codeOf(app, secret) });
    const removed = await app.call("DELETE", path, { token: who.token, ...withProof(json.proof) });
    expect(removed.status).toBe(200);
    const after: TestCustomer = { ...who, token: removed.json.token };
    expect(outcome(await prove(app, after, { password: who.password }))).toBe(200);
    const listed = await app.call("GET", "/api/auth/factors", { token: after.token });
    expect(listed.json).toMatchObject({ methods: [], recoveryCodesLeft: 0 });
    expect((await firstStep(app, who)).status).toBe(200);
  });
});

describe("an operator", () => {
  it("sees only the profile menu and no audit log until they set up a second factor", async () => {
    const operator = await addTestOperator(app.context, "administrator", { hasFactor: false });
    const { token } = operator;
    const profile = () => app.call("GET", "/api/auth/profile", { token });
    expect((await profile()).json.menus.map(({ key }: { key: string }) => key)).toEqual([
      "profile",
    ]);
    const audit = await app.call("GET", "/api/operator/audit", { token });
    expect([audit.status, audit.json.code]).toEqual([403, "second_factor_required"]);
  });

  it("cannot remove their last second factor", async () => {
    const operator = await addTestOperator(app.context, "administrator");
    const { json } = await app.call("GET", "/sandbox/authenticator.json");
    const { code } = json.data.find(
      ({ username }: { username: string }) => username === operator.username,
    );
    const { json: proven } = await prove(app, operator, { totp: code });
    const options = { token: operator.token, ...withProof(proven.proof) };
    const answer = await app.call("DELETE", "/api/auth/factors/totp", options);
    expect([answer.status, answer.json.code]).toEqual([409, "last_factor"]);
    expect((await app.call("GET", "/api/auth/factors", options)).json.methods).toEqual(["totp"]);
  });

  it("is signed out after fifteen minutes without activity", async () => {
    const operator = await addTestOperator(app.context, "auditor");
    const { token } = operator;
    expect((await app.call("GET", "/api/operator/audit", { token })).status).toBe(200);
    app.clock.advance(15 * 60);
    expect((await app.call("GET", "/api/operator/audit", { token })).status).toBe(401);
  });
});

test("sandbox authenticator: shows only the demo operators' codes", async () => {
  const { who } = await enrolled();
  const operator = await addTestOperator(app.context, "support");
  const { json, text } = await app.call("GET", "/sandbox/authenticator.json");
  expect(text).not.toContain(who.username);
  const shown = json.data.find(
    ({ username }: { username: string }) => username === operator.username,
  );
  expect(shown).toMatchObject({ role: "support", code: expect.stringMatching(/^[0-9]{6}$/) });
  const page = await app.call("GET", "/sandbox/authenticator?lang=zh-TW");
  expect(page.text).toContain("沙盒驗證器");
  expect(page.text).toContain(operator.username);
  expect(page.text).not.toContain(who.username);
});

describe("wrong second-factor codes", () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await createTestApp({ env: { RATE_LIMITS: "on" } });
  });
  afterAll(() => strict.close());

  it("are limited to five before delays begin, even when they arrive concurrently", async () => {
    const { who, secret } = await enrollTotp(strict, await strict.signUp());
    // On a busy machine, a call may be rejected before or after its code is counted as an attempt.
    let turnedAway = 0;
    const heardOf = async (place: number): Promise<number | string> => {
      const answer = outcome(await prove(strict, who, { recoveryCode: `aaaaa-aaaa${place}` }));
      turnedAway += answer === "overloaded" ? 1 : 0;
      return answer === "overloaded" ? heardOf(place) : answer;
    };
    const answers = await Promise.all(Array.from({ length: 7 }, (_, place) => heardOf(place)));
    const heard = answers.filter((answer) => answer === "proof_invalid").length;
    expect(heard).toBeLessThanOrEqual(5);
    expect(heard).toBeGreaterThanOrEqual(5 - turnedAway);
    expect(answers.filter((answer) => answer === "rate_limited")).toHaveLength(7 - heard);
    const right = await prove(strict, who, { totp: codeOf(strict, secret) });
    expect(outcome(right)).toBe("rate_limited");
    expect(Number(right.headers["retry-after"])).toBeLessThanOrEqual(30);
    const [stored] = await strict.context.db.sql<{ failures: number }[]>`
      select failures from factor_failure where person_id = ${who.userId}`;
    expect(stored?.failures).toBe(5);
    strict.clock.advance(30);
    expect(outcome(await prove(strict, who, { totp: codeOf(strict, secret) }))).toBe(200);
  });
});
