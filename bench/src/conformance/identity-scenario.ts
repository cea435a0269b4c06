import { totpCode } from "@tessera/e2e/totp";
import { SoftAuthenticator } from "@tessera/server/testing/soft-authenticator";
import type { Actor } from "./actor.ts";
import type { Answer } from "./conformance.ts";
import {
  CODE_IN_MAIL,
  Customer,
  findInMail,
  freshEmail,
  PASSWORD,
  solveCaptcha,
} from "./people.ts";

const TOTP_STEP_MS = 30_000;
const PASSWORDS = { password: PASSWORD, confirmPassword: PASSWORD };

/** Registers by an emailed link; the visitors are those of all cells. */
export async function registerByLink(visitors: readonly Actor[]): Promise<void> {
  const [visitor] = visitors;
  if (visitor === undefined) {
    throw new RangeError("there is no cell");
  }
  await visitor.ok("GET /api/captcha/proof");
  await visitor.ok("GET /api/legal/versions");
  const email = freshEmail();
  const captcha = await solveCaptcha(visitor);
  await visitor.ok("POST /api/customer/register", {
    body: { email, ...PASSWORDS, agreement: true, ...captcha },
  });
  const token = await findInMail(visitors, email, /verify-email\?token=([A-Za-z0-9_-]+)/);
  await visitor.ok("POST /api/customer/verify-email", { body: { token } });
  await visitor.refused("POST /api/customer/verify-email", "link_invalid", { body: { token } });
  await visitor.refused("POST /api/customer/login", "wrong_credentials", {
    body: { username: email, password: "not this one" },
  });
}

/** Reads and ends sessions, accepts texts, and changes name and password. */
export async function manageAccess(me: Customer, visitors: readonly Actor[]): Promise<void> {
  await me.ok("GET /api/auth/profile");
  const other = new Customer(me.conformance, me.cell, me.email);
  await other.signIn();
  const { data } = await me.ok("GET /api/auth/sessions");
  const theirs = data.find((one: Answer["json"]) => !one.current);
  await me.ok("DELETE /api/auth/sessions/:id", { id: theirs.id });
  await other.refused("GET /api/auth/profile", "unauthenticated");
  await other.signIn();
  await me.ok("POST /api/auth/sessions/end-others");
  await other.signIn();
  await other.ok("POST /api/auth/logout");
  const { texts } = await me.ok("GET /api/legal/outstanding");
  const accepted = texts.map(({ text, version }: Answer["json"]) => ({
    ...{ text, version, locale: "en" },
  }));
  const versions = (await me.ok("GET /api/legal/versions")).data
    .filter((one: Answer["json"]) => one.status === "in_force")
    .map(({ text, version }: Answer["json"]) => ({ text, version, locale: "en" }));
  await me.ok("POST /api/legal/acceptances", {
    body: { texts: accepted.length > 0 ? accepted : versions },
  });
  await me.ok("GET /api/legal/acceptances");
  const username = `c-${crypto.randomUUID().slice(0, 8)}`;
  await me.ok("PUT /api/auth/username", { body: { username }, proof: await me.proof() });
  const password = `${PASSWORD} again`;
  const changed = await me.ok("POST /api/auth/password", {
    ...{ body: { password, confirmPassword: password }, proof: await me.proof() },
  });
  [me.token, me.password] = [changed.token, password];
  await resetPassword(me, visitors);
}

async function resetPassword(me: Customer, visitors: readonly Actor[]): Promise<void> {
  const [visitor] = visitors;
  if (visitor === undefined) {
    throw new RangeError("there is no cell");
  }
  const { email } = me;
  const asked = { email, purpose: "reset", ...(await solveCaptcha(visitor)) };
  await visitor.ok("POST /api/auth/send-code", { body: asked });
  const body = { email, code: await me.newCode(), ...PASSWORDS };
  await visitor.ok("POST /api/customer/reset-password", { body });
  await visitor.refused("POST /api/customer/reset-password", "code_invalid", { body });
  me.password = PASSWORD;
  await me.signIn();
}

/** Changes the email, and cancels another change. */
export async function changeEmail(me: Customer): Promise<void> {
  const path = "/api/email-change";
  await me.ok(`GET ${path}`);
  const begin = async (email: string) =>
    me.ok(`POST ${path}`, {
      ...{ body: { email }, proof: await me.proof({ operation: "email_change", email }) },
    });
  await begin(freshEmail());
  await me.ok(`DELETE ${path}`);
  const email = freshEmail();
  await begin(email);
  const first = await findInMail([me], email, CODE_IN_MAIL);
  const again = await me.call(`POST ${path}/code`);
  const used = again.status === 200 ? new Set([first]) : new Set<string>();
  const code = await findInMail([me], email, CODE_IN_MAIL, used);
  await me.ok(`POST ${path}/confirm`, { body: { code } });
}

/** Enrolls an authenticator app, and returns the recovery codes. */
export async function enrollTotp(me: Customer): Promise<readonly string[]> {
  const path = "/api/auth/factors/totp";
  const { secret } = await me.ok(`POST ${path}/begin`, { proof: await me.proof() });
  const { offsetSeconds } = await me.ok("GET /sandbox/clock");
  const body = { code: totpCode(secret, stepsAhead(offsetSeconds)) };
  const { token, recoveryCodes } = await me.ok(`POST ${path}`, { body });
  me.token = token;
  return recoveryCodes;
}

/**
 * Enrolls an authenticator app and a passkey, uses both, and removes them.
 *
 * @param whileEnrolled called while the customer has factors
 */
export async function useFactors(
  me: Customer,
  whileEnrolled: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const path = "/api/auth/factors";
  const take = (changed: Answer["json"]) => {
    me.token = changed.token;
    return changed.recoveryCodes as string[] | null;
  };
  const begun = await me.ok(`POST ${path}/totp/begin`, { proof: await me.proof() });
  const wrong = totpCode(begun.secret, 500);
  const { offsetSeconds } = await me.ok("GET /sandbox/clock");
  const steps = stepsAhead(offsetSeconds);
  await me.refused(`POST ${path}/totp`, "second_factor_invalid", { body: { code: wrong } });
  const code = totpCode(begun.secret, steps);
  const codes = take(await me.ok(`POST ${path}/totp`, { body: { code } })) ?? [];
  await me.ok(`GET ${path}`);
  const prove = async () => {
    const body = { recoveryCode: codes.pop() };
    return (await me.ok("POST /api/auth/proof", { body })).proof as string;
  };
  const login = { username: me.email, password: PASSWORD };
  const first = await me.refused("POST /api/customer/login", "second_factor_required", {
    body: login,
  });
  const { challenge } = first.json.secondFactor;
  const second = { challenge, recoveryCode: codes.pop() };
  me.token = (await me.ok("POST /api/customer/login/second-factor", { body: second })).token;
  const authenticator = new SoftAuthenticator();
  const options = await me.ok(`POST ${path}/passkeys/begin`, { proof: await prove() });
  const { origin, rpId } = await originOf(me, options.rp.id);
  const credential = authenticator.attest({ challenge: options.challenge, origin, rpId });
  take(await me.ok(`POST ${path}/passkeys`, { body: { name: "Phone", credential } }));
  const asked = await me.ok("POST /api/auth/proof/passkey");
  const passkey = authenticator.assert({ challenge: asked.challenge, origin, rpId });
  await me.ok("POST /api/auth/proof", { body: { passkey } });
  await whileEnrolled();
  const { passkeys } = await me.ok(`GET ${path}`);
  const { id } = passkeys[0];
  await me.ok(`PUT ${path}/passkeys/:id`, { id, body: { name: "Old phone" } });
  const renewed = await me.ok(`POST ${path}/recovery-codes`, { proof: await prove() });
  codes.splice(0, codes.length, ...(take(renewed) ?? []));
  const removed = await me.ok(`DELETE ${path}/passkeys/:id`, { id, proof: await prove() });
  take(removed);
  take(await me.ok(`DELETE ${path}/totp`, { proof: await prove() }));
}

/** Returns how many time steps of an authenticator app the sandbox's clock is ahead. */
function stepsAhead(offsetSeconds: number): number {
  const stepAt = (ms: number) => Math.floor(ms / TOTP_STEP_MS);
  return stepAt(Date.now() + offsetSeconds * 1_000) - stepAt(Date.now());
}

/** Returns where the console is said to be, which passkeys are bound to. */
async function originOf(me: Customer, rpId: string): Promise<{ origin: string; rpId: string }> {
  const origin = process.env.PUBLIC_URL ?? me.conformance.origin.replace("127.0.0.1", rpId);
  return { origin, rpId };
}

/** Asks to close the account, changes what remains, and cancels twice. */
export async function closeAccount(me: Customer): Promise<void> {
  const path = "/api/account-closing";
  const standing = await me.ok(`GET ${path}`);
  await me.ok(`GET ${path}/current`);
  const { remaining } = standing;
  const proof = () => me.proof({ operation: "account_closing", remaining });
  await me.ok(`POST ${path}`, { body: { remaining }, proof: await proof() });
  await me.ok(`PUT ${path}/remaining`, { body: { remaining }, proof: await proof() });
  await me.ok(`DELETE ${path}`);
  await me.ok(`POST ${path}`, { body: { remaining }, proof: await proof() });
  const visitor = new Customer(me.conformance, me.cell, me.email);
  const tried = new Set<string>();
  // Only the link of the last request works, and its mail may arrive after the others.
  for (;;) {
    const link = /keep-account#([A-Za-z0-9_-]+)/;
    const token = await findInMail([me], me.email, link, tried);
    tried.add(token);
    const answer = await visitor.call(`POST ${path}/cancel-by-link`, { body: { token } });
    if (answer.status === 204) {
      return;
    }
  }
}
