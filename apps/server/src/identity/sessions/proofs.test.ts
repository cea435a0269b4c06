import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import { type ProofSubject, securityChangedAt, spendProof } from "./proofs.ts";
import { createAuthenticator } from "./sessions.ts";

let test: TestApp;
let ada: TestCustomer;

const WITHDRAWAL: ProofSubject = {
  operation: "withdrawal",
  quoteId: "quo_0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f",
  amount: "100.00",
  currency: "USD",
  address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
};

beforeAll(async () => {
  test = await createTestApp();
  ada = await test.signUp();
});
afterAll(() => test.close());

async function sessionOf({ token }: Pick<TestCustomer, "token">): Promise<Session> {
  const session = await createAuthenticator(test.context).session(token);
  if (session === undefined) {
    throw new Error("no session");
  }
  return session;
}

async function boundProof(who: TestCustomer, subject?: ProofSubject): Promise<string> {
  const body = { password: who.password, ...(subject !== undefined && { subject }) };
  const { status, json } = await test.call("POST", "/api/auth/proof", { token: who.token, body });
  expect([status, json.code]).toEqual([200, undefined]);
  return json.proof;
}

async function spend(who: TestCustomer, proof: string | undefined, subject = WITHDRAWAL) {
  const session = await sessionOf(who);
  return inTransaction(test.context.db, (tx) =>
    spendProof(test.context, tx, { session, proof, subject }),
  ).then(
    ({ factor }) => factor,
    (error: { code: string }) => error.code,
  );
}

it("step-up tokens: a token works once, for the subject that its owner was shown", async () => {
  const proof = await boundProof(ada, WITHDRAWAL);
  const { address, amount, ...rest } = WITHDRAWAL as Extract<
    ProofSubject,
    { operation: "withdrawal" }
  >;
  expect(await spend(ada, proof, { amount, address, ...rest })).toBe("password");
  expect(await spend(ada, proof)).toBe("proof_invalid");
});

it.each([
  ["amount", { ...WITHDRAWAL, amount: "100.01" }],
  ["currency", { ...WITHDRAWAL, currency: "EUR" }],
  ["address", { ...WITHDRAWAL, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv9" }],
  ["quote", { ...WITHDRAWAL, quoteId: "quo_0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e60" }],
  ["operation", { operation: "payout_address", address: "a", network: "TRC20" }],
] as [string, ProofSubject][])(
  "step-up tokens: a token for another %s is rejected",
  async (_name, altered) => {
    const proof = await boundProof(ada, WITHDRAWAL);
    expect(await spend(ada, proof, altered)).toBe("proof_invalid");
    expect(await spend(ada, proof)).toBe("password");
  },
);

it("step-up tokens: a missing or unbound token, or another session's, is rejected", async () => {
  expect(await spend(ada, undefined)).toBe("proof_required");
  expect(await spend(ada, "")).toBe("proof_required");
  expect(await spend(ada, "vp1_made-up")).toBe("proof_invalid");
  const ben = await test.signUp();
  expect(await spend(ada, await boundProof(ben, WITHDRAWAL))).toBe("proof_invalid");
  const body = { username: ada.username, password: ada.password };
  const { json } = await test.call("POST", "/api/customer/login", { body });
  const elsewhere = { ...ada, token: json.token as string };
  expect(await spend(ada, await boundProof(elsewhere, WITHDRAWAL))).toBe("proof_invalid");
  expect(await spend(ada, await boundProof(ada))).toBe("proof_invalid");
});

it("step-up tokens: a token expires after five minutes by the server's clock", async () => {
  const proof = await boundProof(ada, WITHDRAWAL);
  test.clock.advance(5 * 60);
  expect(await spend(ada, proof)).toBe("proof_stale");
});

it("step-up tokens: a bound token is rejected where an unbound one is required", async () => {
  const { token } = ada;
  const headers = { "x-proof": await boundProof(ada, WITHDRAWAL) };
  const body = { username: "another-name" };
  const { json } = await test.call("PUT", "/api/auth/username", { token, headers, body });
  expect(json.code).toBe("proof_invalid");
});

it("step-up tokens: only one of many concurrent uses of a token succeeds", async () => {
  const proof = await boundProof(ada, WITHDRAWAL);
  const answers = await Promise.all(Array.from({ length: 10 }, () => spend(ada, proof)));
  expect(answers.filter((answer) => answer === "password")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "proof_invalid")).toHaveLength(9);
});

it("step-up tokens: setting a new password is recorded as a security change", async () => {
  const cleo = await test.signUp();
  expect(await securityChangedAt(test.context.db.kysely, cleo.customerId)).toBeNull();
  const before = test.clock.now();
  const password = "another four quiet harbors";
  const { status } = await test.call("POST", "/api/auth/password", {
    token: cleo.token,
    headers: { "x-proof": await test.prove(cleo) },
    body: { password, confirmPassword: password },
  });
  expect(status).toBe(200);
  const changedAt = await securityChangedAt(test.context.db.kysely, cleo.customerId);
  expect(changedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
});
