import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import { mailedCode, PASSWORD, sendCode, signIn } from "../people/account-flows.fixtures.ts";
import { codeOf, outcome, withProof } from "../second-factor/factors.fixtures.ts";
import { beginSecurityHold, liftSecurityHold, securityHoldOf } from "./security-hold.ts";

const OTHER = "another quiet mosaic";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Creates a customer on hold, and an attacker who knows the password and is signed in. */
async function onHold(): Promise<TestCustomer> {
  const who = await test.signUp();
  const { context } = test;
  const forget = await inTransaction(context.db, (tx) =>
    beginSecurityHold(context, tx, {
      customerId: who.customerId,
      aboutId: newId(),
      requestId: "test",
    }),
  );
  await forget();
  test.clock.advance(1);
  const { json } = await signIn(test, who.email, who.password);
  return { ...who, token: json.token };
}

async function lift({ customerId }: TestCustomer): Promise<unknown> {
  const hold = await securityHoldOf(test.context.db.kysely, customerId);
  const by = { actor: "desk", requestId: "test", reason: "They called" };
  return liftSecurityHold(test.context, { ...by, customerId, holdId: hold?.id }).then(
    () => "lifted",
    ({ code }: { code: string }) => code,
  );
}

async function changePassword(who: TestCustomer) {
  return test.call("POST", "/api/auth/password", {
    token: who.token,
    body: { password: OTHER, confirmPassword: OTHER },
    ...withProof(await test.prove(who)),
  });
}

async function enroll(who: TestCustomer) {
  const { token } = who;
  const path = "/api/auth/factors/totp";
  const proof = withProof(await test.prove(who));
  const { json } = await test.call("POST", `${path}/begin`, { token, ...proof });
  return test.call("POST", path, { token, body: { code: codeOf(test, json.secret) } });
}

describe("a security hold after “not me”", () => {
  it("cannot be lifted by anything that a person with a stolen password can do", async () => {
    const thief = await onHold();
    expect(outcome(await enroll(thief))).toBe("withdrawals_on_hold");
    expect(outcome(await changePassword(thief))).toBe("withdrawals_on_hold");
    expect(await lift(thief)).toBe("security_hold_needs_reset");
    expect((await signIn(test, thief.email, thief.password)).status).toBe(200);
  });

  it("is lifted after the owner resets the password; then a factor can be enrolled", async () => {
    const who = await onHold();
    await sendCode(test, who.email, "reset");
    const code = await mailedCode(test, who.email);
    const body = { email: who.email, code, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await test.call("POST", "/api/customer/reset-password", { body })).status).toBe(200);
    const { json } = await signIn(test, who.email);
    const owner = { ...who, token: json.token, password: PASSWORD };
    expect(outcome(await enroll(owner))).toBe(200);
    expect(await lift(who)).toBe("lifted");
  });
});
