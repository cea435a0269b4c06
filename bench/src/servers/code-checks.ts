import { freshEmail, PASSWORD } from "@tessera/e2e/sandbox-client";
import { totpCode } from "@tessera/e2e/totp";
import { SoftAuthenticator } from "@tessera/server/testing/soft-authenticator";
import { requireThat, tally } from "./check-list.ts";
import type { Answer, CallOptions } from "./client.ts";
import { customerAt, type Lab, originAt } from "./lab.ts";
import { type Customer, drawCaptcha, mailedCode, signIn, stepUp } from "./people.ts";

/** How many calls use the same thing at once, spread over all servers. */
const RACERS = 50;
const LOGIN = "POST /api/customer/login";
const PASSWORDS = { password: PASSWORD, confirmPassword: PASSWORD };

/** Sends calls at once, one after another to each server. */
function race(
  lab: Lab,
  what: string,
  optionsOf: (place: number) => CallOptions,
): Promise<readonly Answer[]> {
  const client = lab.newClient();
  return Promise.all(
    Array.from({ length: RACERS }, (_, place) =>
      client.call(originAt(lab, place), what, optionsOf(place)),
    ),
  );
}

/** Returns the responses in short; throws unless exactly one call succeeded. */
function expectOneSuccess(answers: readonly Answer[]): string {
  const shown = tally(answers.map(({ status, body }) => `${status} ${body?.code ?? ""}`.trim()));
  const successes = answers.filter(({ status }) => status < 300).length;
  requireThat(successes === 1, `${successes} calls succeeded: ${shown}`);
  const isAnswered = answers.every(({ status }) => status < 500);
  requireThat(isAnswered, `a call failed: ${shown}`);
  return shown;
}

async function raceForCaptcha(lab: Lab): Promise<string> {
  const solved = await drawCaptcha(lab.newClient(), originAt(lab, 0));
  const answers = await race(lab, "POST /api/auth/send-code", () => ({
    body: { email: freshEmail(), purpose: "register", ...solved },
  }));
  return expectOneSuccess(answers);
}

async function raceForMailedCode(lab: Lab): Promise<string> {
  const email = freshEmail();
  const at = { from: originAt(lab, 0), at: originAt(lab, 1) };
  const code = await mailedCode(lab.newClient(), at, { email, purpose: "register" });
  const body = { email, code, agreement: true, ...PASSWORDS };
  const seen = expectOneSuccess(await race(lab, "POST /api/customer/register", () => ({ body })));
  const people = await lab.owner`select from person where email = ${email}`;
  requireThat(people.length === 1, `${people.length} people have the address`);
  return seen;
}

/** Enrolls an authenticator app with calls at different servers, and returns its secret. */
async function enrollTotp(lab: Lab, { email }: Customer): Promise<string> {
  const client = lab.newClient();
  const token = await signIn(client, originAt(lab, 0), email);
  const proof = await stepUp(client, originAt(lab, 1), token, { password: PASSWORD });
  const begin = "POST /api/auth/factors/totp/begin";
  const { secret } = await client.ok(originAt(lab, 2), begin, { token, proof });
  const body = { code: totpCode(secret, -1) };
  await client.ok(originAt(lab, 3), "POST /api/auth/factors/totp", { token, body });
  return secret;
}

async function challengeOf(lab: Lab, { email }: Customer, place: number): Promise<string> {
  const body = { username: email, password: PASSWORD };
  const answer = await lab.newClient().call(originAt(lab, place), LOGIN, { body });
  requireThat(answer.body?.code === "second_factor_required", `sign-in: ${answer.text}`);
  return answer.body.secondFactor.challenge;
}

async function checkAuthenticator(lab: Lab): Promise<void> {
  const customer = customerAt(lab, 4);
  const secret = await enrollTotp(lab, customer);
  const second = `${LOGIN}/second-factor`;
  await lab.checks.check(`code: ${RACERS} uses of one sign-in and authenticator code`, async () => {
    const challenge = await challengeOf(lab, customer, 0);
    const totp = totpCode(secret);
    return expectOneSuccess(await race(lab, second, () => ({ body: { challenge, totp } })));
  });
  await lab.checks.check("code: one authenticator code for a sign-in on each server", async () => {
    const challenges = await Promise.all(
      Array.from({ length: RACERS / 10 }, (_, place) => challengeOf(lab, customer, place)),
    );
    const totp = totpCode(secret, 1);
    const client = lab.newClient();
    const answers = await Promise.all(
      challenges.map((challenge, place) =>
        client.call(originAt(lab, place), second, { body: { challenge, totp } }),
      ),
    );
    return expectOneSuccess(answers);
  });
}

async function checkPasskey(lab: Lab): Promise<void> {
  const { email } = customerAt(lab, 5);
  const client = lab.newClient();
  const authenticator = new SoftAuthenticator();
  let token = await signIn(client, originAt(lab, 0), email);
  await lab.checks.check("passkey: begun on one server, created on another", async () => {
    const proof = await stepUp(client, originAt(lab, 1), token, { password: PASSWORD });
    const begin = "POST /api/auth/factors/passkeys/begin";
    const { challenge } = await client.ok(originAt(lab, 0), begin, { token, proof });
    const body = { name: "Phone", credential: authenticator.attest({ challenge }) };
    const added = await client.ok(originAt(lab, 1), begin.replace("/begin", ""), { token, body });
    ({ token } = added);
    return "201";
  });
  await lab.checks.check(`passkey: ${RACERS} uses of one challenge`, async () => {
    const what = "POST /api/auth/proof/passkey";
    const { challenge } = await client.ok(originAt(lab, 0), what, { token });
    const body = { passkey: authenticator.assert({ challenge }) };
    return expectOneSuccess(await race(lab, "POST /api/auth/proof", () => ({ token, body })));
  });
}

async function checkStepUp(lab: Lab): Promise<void> {
  const { email, cardId } = customerAt(lab, 6);
  const client = lab.newClient();
  const token = await signIn(client, originAt(lab, 0), email);
  await lab.checks.check(`step-up token: ${RACERS} uses on all servers`, async () => {
    const subject = { operation: "card_reveal", cardId };
    const proof = await stepUp(client, originAt(lab, 0), token, { password: PASSWORD, subject });
    return expectOneSuccess(
      await race(lab, `POST /api/cards/${cardId}/reveal`, () => ({ token, proof })),
    );
  });
}

/** Checks that codes and challenges work on all servers, and once. */
export async function checkCodes(lab: Lab): Promise<void> {
  const { checks } = lab;
  await checks.check(`captcha: ${RACERS} uses on all servers`, () => raceForCaptcha(lab));
  await checks.check(`mailed code: ${RACERS} uses on all servers`, () => raceForMailedCode(lab));
  await checkAuthenticator(lab);
  await checkPasskey(lab);
  await checkStepUp(lab);
}
