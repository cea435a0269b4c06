import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Said, SoftAuthenticator } from "../../testing/soft-authenticator.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import {
  enrollPasskey,
  firstStep,
  outcome,
  prove,
  secondStep,
  withProof,
} from "./factors.fixtures.ts";

let test: TestApp;
let device: SoftAuthenticator;
let ada: TestCustomer;

beforeAll(async () => {
  test = await createTestApp();
  device = new SoftAuthenticator();
  const who = await test.signUp();
  const { status, json } = await enrollPasskey(test, who, { device, proof: await test.prove(who) });
  expect([status, json.recoveryCodes?.length]).toEqual([201, 10]);
  ada = { ...who, token: json.token };
});
afterAll(() => test.close());

async function ask({ token }: Pick<TestCustomer, "token"> = ada): Promise<string> {
  const { json } = await test.call("POST", "/api/auth/proof/passkey", { token });
  return json.challenge;
}

type Wrong = Omit<Said, "challenge">;
const WRONG: readonly (readonly [why: string, said: Wrong])[] = [
  ["another origin", { origin: "http://evil.example" }],
  ["another port", { origin: "http://localhost:4301" }],
  ["another host of the relying party", { rpId: "evil.example" }],
  ["an unverified owner", { isVerified: false }],
  ["another ceremony", { type: "webauthn.create" }],
];

describe("step-up by passkey", () => {
  it("the request asks for user verification and has the cell and 32 random bytes", async () => {
    const { json } = await test.call("POST", "/api/auth/proof/passkey", { token: ada.token });
    expect(json).toMatchObject({
      rpId: "localhost",
      userVerification: "required",
      allowCredentials: [{ id: device.id.toString("base64url"), transports: ["internal"] }],
    });
    const challenge = Buffer.from(json.challenge, "base64url");
    expect([challenge.length, challenge.readUInt16BE()]).toEqual([2 + 32, 1]);
  });

  it("issues a step-up token and records that the passkey was used", async () => {
    const passkey = device.assert({ challenge: await ask() });
    expect(outcome(await prove(test, ada, { passkey }))).toBe(200);
    const { json } = await test.call("GET", "/api/auth/factors", { token: ada.token });
    expect(json.passkeys).toMatchObject([{ name: "Phone", lastUsedAt: expect.any(String) }]);
    expect(JSON.stringify(json)).not.toContain(device.id.toString("base64url"));
  });

  it.each(WRONG)("a passkey with %s is rejected", async (_why, said) => {
    const passkey = device.assert({ challenge: await ask(), ...said });
    expect(outcome(await prove(test, ada, { passkey }))).toBe("proof_invalid");
  });

  it("the same passkey response is rejected when sent again", async () => {
    const passkey = device.assert({ challenge: await ask() });
    expect(outcome(await prove(test, ada, { passkey }))).toBe(200);
    expect(outcome(await prove(test, ada, { passkey }))).toBe("proof_invalid");
  });

  it("a failed attempt consumes the challenge", async () => {
    const challenge = await ask();
    const passkey = device.assert({ challenge, isVerified: false });
    expect(outcome(await prove(test, ada, { passkey }))).toBe("proof_invalid");
    const second = device.assert({ challenge });
    expect(outcome(await prove(test, ada, { passkey: second }))).toBe("proof_invalid");
  });

  it("a challenge that was never issued or that has expired is rejected", async () => {
    const made = Buffer.alloc(32, 7).toString("base64url");
    const passkey = device.assert({ challenge: made });
    expect(outcome(await prove(test, ada, { passkey }))).toBe("proof_invalid");
    const challenge = await ask();
    test.clock.advance(300);
    const late = device.assert({ challenge });
    expect(outcome(await prove(test, ada, { passkey: late }))).toBe("proof_invalid");
  });

  it("a passkey whose counter went down is rejected, since the passkey may be a copy", async () => {
    const high = device.assert({ challenge: await ask(), counter: 1_000 });
    expect(outcome(await prove(test, ada, { passkey: high }))).toBe(200);
    for (const counter of [1_000, 999]) {
      const copied = device.assert({ challenge: await ask(), counter });
      expect(outcome(await prove(test, ada, { passkey: copied }))).toBe("proof_invalid");
    }
    const next = device.assert({ challenge: await ask(), counter: 1_001 });
    expect(outcome(await prove(test, ada, { passkey: next }))).toBe(200);
  });

  it("another person's passkey is rejected, even for the caller's own challenge", async () => {
    const other = new SoftAuthenticator();
    const ben = await test.signUp();
    const proof = await test.prove(ben);
    const { json } = await enrollPasskey(test, ben, { device: other, proof });
    const bens = { ...ben, token: json.token as string };
    const passkey = other.assert({ challenge: await ask() });
    expect(outcome(await prove(test, ada, { passkey }))).toBe("proof_invalid");
    const lent = device.assert({ challenge: await ask(bens), counter: 2_000 });
    expect(outcome(await prove(test, bens, { passkey: lent }))).toBe("proof_invalid");
    const forAda = other.assert({ challenge: await ask(bens) });
    expect(outcome(await prove(test, ada, { passkey: forAda }))).toBe("proof_invalid");
  });
});

describe("passkey enrollment", () => {
  async function tryToEnroll(said: Wrong) {
    const who = await test.signUp();
    const path = "/api/auth/factors/passkeys";
    const options = { token: who.token, ...withProof(await test.prove(who)) };
    const begun = await test.call("POST", `${path}/begin`, options);
    const credential = new SoftAuthenticator().attest({
      challenge: begun.json.challenge,
      ...said,
    });
    const body = { name: "Phone", credential };
    return { who, body, answer: await test.call("POST", path, { token: who.token, body }) };
  }

  it.each(WRONG.map(([why, said]) => [why, said.type ? { type: "webauthn.get" } : said] as const))(
    "a passkey with %s is rejected",
    async (_why, said) => {
      const { who, answer } = await tryToEnroll(said);
      expect(outcome(answer)).toBe("second_factor_invalid");
      expect((await firstStep(test, who)).status).toBe(200);
    },
  );

  it("a used challenge is rejected", async () => {
    const { body, answer } = await tryToEnroll({});
    expect(answer.status).toBe(201);
    const { token } = answer.json;
    const again = await test.call("POST", "/api/auth/factors/passkeys", { token, body });
    expect(outcome(again)).toBe("enrolment_expired");
  });
});

it("passkeys: a passkey completes only the sign-in whose challenge it signed", async () => {
  const { json } = await firstStep(test, ada);
  const { challenge, passkey: request, methods } = json.secondFactor;
  expect([request.challenge, methods]).toEqual([challenge, ["passkey", "recovery"]]);
  const elsewhere = (await firstStep(test, ada)).json.secondFactor.challenge;
  const wrong = device.assert({ challenge: elsewhere, counter: 3_000 });
  expect(outcome(await secondStep(test, challenge, { passkey: wrong }))).toBe(
    "second_factor_invalid",
  );
  const passkey = device.assert({ challenge, counter: 3_001 });
  expect(outcome(await secondStep(test, challenge, { passkey }))).toBe(200);
  expect(outcome(await secondStep(test, challenge, { passkey }))).toBe("sign_in_expired");
});

it("passkeys: only the owner can rename and remove a passkey", async () => {
  const { json } = await test.call("GET", "/api/auth/factors", { token: ada.token });
  const path = `/api/auth/factors/passkeys/${json.passkeys[0].id}`;
  const ben = await test.signUp();
  const body = { name: "Laptop" };
  expect(outcome(await test.call("PUT", path, { token: ben.token, body }))).toBe("not_found");
  const asBen = { token: ben.token, ...withProof(await test.prove(ben)) };
  expect(outcome(await test.call("DELETE", path, asBen))).toBe("not_found");
  const renamed = await test.call("PUT", path, { token: ada.token, body });
  expect(renamed.json.name).toBe("Laptop");
  const passkey = device.assert({ challenge: await ask(), counter: 4_000 });
  const { json: proven } = await prove(test, ada, { passkey });
  const removed = await test.call("DELETE", path, { token: ada.token, ...withProof(proven.proof) });
  expect(removed.status).toBe(200);
  expect((await firstStep(test, ada)).status).toBe(200);
});
