import { Secret, TOTP } from "otpauth";
import type { SoftAuthenticator } from "../../testing/soft-authenticator.ts";
import type { Answered, TestApp, TestCustomer } from "../../testing/test-app.ts";

/** A signed-in person with an authenticator app and ten recovery codes. */
export interface Enrolled {
  readonly who: TestCustomer;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

const STEP_SECONDS = 30;

/** Returns the code of an authenticator app, offset by a number of time steps. */
export function codeOf(test: TestApp, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: test.clock.now().getTime() + steps * STEP_SECONDS * 1_000 });
}

/**
 * Advances the clock to the first few seconds of a time step whose code has not been used, so that
 * the step does not end before the server checks the code.
 */
export function nextSteps(test: TestApp, steps = 3): void {
  const passedSeconds = (test.clock.now().getTime() / 1_000) % STEP_SECONDS;
  test.clock.advance(STEP_SECONDS * steps - passedSeconds + 1);
}

export function withProof(proof: string): { headers: { "x-proof": string } } {
  return { headers: { "x-proof": proof } };
}

/** Enrolls an authenticator app for a person who has no factor. */
export async function enrollTotp(test: TestApp, who: TestCustomer): Promise<Enrolled> {
  const { token } = who;
  const proof = withProof(await test.prove(who));
  const begun = await test.call("POST", "/api/auth/factors/totp/begin", { token, ...proof });
  const { secret } = begun.json;
  const body = { code: codeOf(test, secret) };
  const { status, json } = await test.call("POST", "/api/auth/factors/totp", { token, body });
  if (status !== 200) {
    throw new Error(`enrolling answered ${status} ${JSON.stringify(json)}`);
  }
  nextSteps(test);
  return { who: { ...who, token: json.token }, secret, recoveryCodes: json.recoveryCodes };
}

/** Enrolls a passkey with a step-up token. Returns the session's new token. */
export async function enrollPasskey(
  test: TestApp,
  { token }: Pick<TestCustomer, "token">,
  { device, proof }: { readonly device: SoftAuthenticator; readonly proof: string },
): Promise<Answered> {
  const path = "/api/auth/factors/passkeys";
  const begun = await test.call("POST", `${path}/begin`, { token, ...withProof(proof) });
  const credential = device.attest({ challenge: begun.json.challenge });
  return test.call("POST", path, { token, body: { name: "Phone", credential } });
}

export function prove(
  test: TestApp,
  { token }: Pick<TestCustomer, "token">,
  body: object,
): Promise<Answered> {
  return test.call("POST", "/api/auth/proof", { token, body });
}

/** Performs the first step of a sign-in. */
export function firstStep(test: TestApp, who: TestCustomer): Promise<Answered> {
  const body = { username: who.username, password: who.password };
  return test.call("POST", "/api/customer/login", { body });
}

export async function challengeFor(test: TestApp, who: TestCustomer): Promise<string> {
  return (await firstStep(test, who)).json.secondFactor.challenge;
}

export function secondStep(test: TestApp, challenge: string, given: object): Promise<Answered> {
  const body = { challenge, ...given };
  return test.call("POST", "/api/customer/login/second-factor", { body });
}

/** Returns 200 or the error code. */
export function outcome({ status, json }: Answered): number | string {
  return status < 400 ? status : json.code;
}
