import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import { hashPassword } from "../../platform/crypto/password-hasher.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import { signIn } from "../people/account-flows.fixtures.ts";
import { addOperator } from "../people/add-operator.ts";
import { createAuthenticator, openSession } from "../sessions/sessions.ts";

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

let names = 0;

/** Returns an unused username. */
function newName(): string {
  names += 1;
  return `quiet.heron-${names}`;
}

async function change(customer: TestCustomer, username: unknown, proof?: string) {
  return test.call("PUT", "/api/auth/username", {
    token: customer.token,
    headers: { "x-proof": proof ?? (await test.prove(customer)) },
    body: { username },
  });
}

async function usernameOf(token: string): Promise<string> {
  const { status, json } = await test.call("GET", "/api/auth/profile", { token });
  expect(status).toBe(200);
  return json.user.username;
}

async function audited(customerId: string): Promise<unknown[]> {
  const rows = await readAudit(test.context, { customerId, action: "username_changed" });
  return rows.map(({ data: { before, after } }) => ({ before, after }));
}

describe("username change", () => {
  it("the new name works right away, the old one doesn't, and sessions continue", async () => {
    const customer = await test.signUp();
    const { json: elsewhere } = await signIn(test, customer.username, customer.password);
    const name = newName();
    const { status, json } = await change(customer, `  ${name.toUpperCase()} `);
    expect([status, json.user.username, json.user.email]).toEqual([200, name, customer.email]);

    expect((await signIn(test, customer.username, customer.password)).status).toBe(401);
    expect((await signIn(test, name, customer.password)).status).toBe(200);
    expect((await signIn(test, customer.email, customer.password)).status).toBe(200);
    expect(await usernameOf(customer.token)).toBe(name);
    expect(await usernameOf(elsewhere.token)).toBe(name);
  });

  it("the owner gets an email, and an audit event records both names", async () => {
    const customer = await test.signUp();
    const name = newName();
    await change(customer, name);
    const mail = await test.mailTo(customer.email);
    expect(mail.subject).toBe("Your username was changed");
    expect(mail.text).toContain(`Your username is now ${name}.`);
    expect(await audited(customer.customerId)).toEqual([
      { before: { username: customer.username }, after: { username: name } },
    ]);
  });

  it("the next call in every session sees the new name", async () => {
    const customer = await test.signUp();
    const name = newName();
    const authenticator = createAuthenticator(test.context);
    expect(await authenticator.session(customer.token)).toMatchObject({
      username: customer.username,
    });
    await change(customer, name);
    expect(await authenticator.session(customer.token)).toMatchObject({ username: name });
  });

  it("requires a fresh step-up token, which works only once", async () => {
    const customer = await test.signUp();
    const stranger = await test.signUp();
    const { token } = customer;
    const body = { username: newName() };
    const without = await test.call("PUT", "/api/auth/username", { token, body });
    expect([without.status, without.json.code]).toEqual([403, "proof_required"]);
    const foreign = await change(customer, newName(), await test.prove(stranger));
    expect([foreign.status, foreign.json.code]).toEqual([403, "proof_invalid"]);
    const proof = await test.prove(customer);
    expect((await change(customer, newName(), proof)).status).toBe(200);
    const again = await change(customer, newName(), proof);
    expect([again.status, again.json.code]).toEqual([403, "proof_invalid"]);
  });

  it("changes nothing if the name is the current one", async () => {
    const customer = await test.signUp();
    const { status, json } = await change(customer, customer.username);
    expect([status, json.user.username]).toEqual([200, customer.username]);
    expect(await audited(customer.customerId)).toEqual([]);
  });

  it("the old name becomes available to others", async () => {
    const customer = await test.signUp();
    const other = await test.signUp();
    await change(customer, newName());
    expect((await change(other, customer.username)).status).toBe(200);
    expect((await signIn(test, customer.username, "quiet wrong password")).status).toBe(401);
    expect(await usernameOf(other.token)).toBe(customer.username);
  });

  it.each([
    ["a", "too_short"],
    ["x".repeat(41), "too_long"],
    ["heron@example.com", "malformed_username"],
    ["-heron", "malformed_username"],
    ["two words", "malformed_username"],
    ["жар-птица", "malformed_username"],
    [7, "wrong_type"],
  ])("the name %s is rejected with %s", async (username, code) => {
    const customer = await test.signUp();
    const { status, json } = await change(customer, username);
    expect([status, json.fields[0]]).toMatchObject([400, { path: "username", code }]);
    expect(await usernameOf(customer.token)).toBe(customer.username);
  });

  it("a name equal to the customer's password is rejected", async () => {
    const password = "seven.slow.tides.turn";
    const customer = await test.signUp({ password });
    const { status, json } = await change(customer, password);
    expect([status, json.fields[0].code]).toEqual([400, "username_is_password"]);
  });

  it("is not available to operators, since audit events identify them by username", async () => {
    const { context } = test;
    const passwordHash = await hashPassword(context.keys, "three small boats at dawn");
    const token = await inTransaction(context.db, async (tx) => {
      const operator = await addOperator(context, tx, {
        email: "somebody@tessera.example",
        passwordHash,
        locale: "en",
        role: "reviewer",
        requestId: null,
      });
      const visitor = { ip: "127.0.0.1", device: "test", remember: false };
      return openSession(context, tx, operator?.id ?? "", visitor);
    });
    const body = { username: newName() };
    const { status, json } = await test.call("PUT", "/api/auth/username", { token, body });
    expect([status, json.code]).toEqual([403, "forbidden"]);
  });
});

describe("a username that is in use", () => {
  it("is rejected regardless of upper or lower case, and nothing changes", async () => {
    const customer = await test.signUp();
    const other = await test.signUp();
    const proof = await test.prove(customer);
    const { status, json } = await change(customer, other.username.toUpperCase(), proof);
    expect([status, json.code, json.fields]).toMatchObject([
      400,
      "invalid_input",
      [{ path: "username", code: "username_taken" }],
    ]);
    expect(await usernameOf(customer.token)).toBe(customer.username);
    expect(await audited(customer.customerId)).toEqual([]);
    // The rejected attempt did not use up the step-up token.
    expect((await change(customer, newName(), proof)).status).toBe(200);
  });

  it("only one of several concurrent requests for a name succeeds", async () => {
    const customers = await Promise.all(Array.from({ length: 6 }, () => test.signUp()));
    const name = newName();
    const proofs = await Promise.all(customers.map((customer) => test.prove(customer)));
    const answers = await Promise.all(
      customers.map((customer, index) => change(customer, name, proofs[index])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    const codes = answers.flatMap(({ json }) => json.fields ?? []).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(["username_taken"]));
    const kept = await Promise.all(customers.map(({ token }) => usernameOf(token)));
    expect(kept.filter((one) => one === name)).toHaveLength(1);
  });

  it("two customers can swap names concurrently without a deadlock", async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, other] = await Promise.all([test.signUp(), test.signUp()]);
      const proofs = await Promise.all([test.prove(one), test.prove(other)]);
      const answers = await Promise.all([
        change(one, other.username, proofs[0]),
        change(other, one.username, proofs[1]),
      ]);
      for (const { status } of answers) {
        expect([200, 400]).toContain(status);
      }
      const names = [await usernameOf(one.token), await usernameOf(other.token)];
      expect(new Set(names).size).toBe(2);
    }
  });

  it("a step-up token allows only one change, even with many concurrent calls", async () => {
    const customer = await test.signUp();
    const proof = await test.prove(customer);
    const answers = await Promise.all([1, 2, 3].map(() => change(customer, newName(), proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true);
    expect(await audited(customer.customerId)).toHaveLength(1);
  });
});
