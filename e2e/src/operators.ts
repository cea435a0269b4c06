import type { Page } from "@playwright/test";
import { serverOrigin } from "./fixtures.ts";
import { call } from "./sandbox-client.ts";

interface Session {
  readonly token: string;
  readonly user: unknown;
  readonly menus: unknown;
}

interface Refused {
  readonly code: string;
  readonly secondFactor: { readonly challenge: string };
}

/** A code shown by the authenticator app of a demo operator. */
interface ShownCode {
  readonly username: string;
  readonly code: string;
  readonly nextCode: string;
}

/** Passwords of the demo's operators. */
const PASSWORDS = {
  admin: "seven lamps at night",
  admin2: "green kites at noon",
  reviewer: "paper boats in rain",
} as const;
export type OperatorName = keyof typeof PASSWORDS;

const LOGIN = "/api/customer/login";
/**
 * Maximum wait for a code, in milliseconds. A code is valid only once, so a test may have to wait
 * for the next code.
 */
const CODE_TIMEOUT_MS = 70_000;
const CODE_POLL_MS = 500;

/** Environment variable that holds the sessions on this run's server as JSON, keyed by operator. */
const KEPT = "TESSERA_OPERATORS";

const sessions = new Map<string, Promise<Session>>();

/**
 * Signs in the demo's operators once for all workers in a run. A code is valid only once: if each
 * worker signed in, the third would wait half a minute for the next code.
 */
export async function signOperatorsIn(origin: string): Promise<void> {
  const [admin, reviewer] = await Promise.all([
    signIn("admin", origin),
    signIn("reviewer", origin),
  ]);
  process.env[KEPT] = JSON.stringify({ admin, reviewer });
}

function keptSession(username: OperatorName, origin: string): Promise<Session> | undefined {
  const kept = process.env[KEPT];
  return kept === undefined || origin !== serverOrigin()
    ? undefined
    : ofKept(JSON.parse(kept) as Partial<Record<OperatorName, Session>>, username);
}

/**
 * Returns a session stored for the entire run; undefined for an operator whom few tests need and
 * who signs in on demand.
 */
function ofKept(
  kept: Partial<Record<OperatorName, Session>>,
  username: OperatorName,
): Promise<Session> | undefined {
  const session = kept[username];
  return session === undefined ? undefined : Promise.resolve(session);
}

/**
 * Returns the demo administrator's session. The administrator signs in once per run or per server.
 */
export function administrator(origin: string = serverOrigin()): Promise<Session> {
  return operator("admin", origin);
}

/**
 * Returns a demo operator's session. On this run's server, `admin` and `reviewer` sign in once per
 * run; otherwise, once per worker and server.
 */
export function operator(
  username: OperatorName,
  origin: string = serverOrigin(),
): Promise<Session> {
  const key = `${origin} ${username}`;
  const session = sessions.get(key) ?? keptSession(username, origin) ?? signIn(username, origin);
  sessions.set(key, session);
  return session;
}

async function shownCodes(username: OperatorName, origin: string): Promise<readonly string[]> {
  const path = "/sandbox/authenticator.json";
  const { body } = await call<{ data: readonly ShownCode[] }>(origin, path);
  const shown = body.data.find((one) => one.username === username);
  if (shown === undefined) {
    throw new Error(`The sandbox's authenticator does not show ${username}.`);
  }
  return [shown.code, shown.nextCode];
}

/**
 * Tries the codes shown by the authenticator until one is accepted, since another test may already
 * have used one.
 */
async function tryCodes<T>(
  username: OperatorName,
  origin: string,
  attempt: (code: string) => Promise<T | undefined>,
): Promise<T> {
  const tried = new Set<string>();
  const until = performance.now() + CODE_TIMEOUT_MS;
  while (performance.now() < until) {
    for (const code of (await shownCodes(username, origin)).filter((one) => !tried.has(one))) {
      tried.add(code);
      const taken = await attempt(code);
      if (taken !== undefined) {
        return taken;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, CODE_POLL_MS));
  }
  throw new Error(`No code of ${username} was taken within ${CODE_TIMEOUT_MS / 1_000} s.`);
}

async function signIn(username: OperatorName, origin: string): Promise<Session> {
  const credentials = { username, password: PASSWORDS[username] };
  const first = await call<Refused>(origin, LOGIN, { body: credentials });
  if (first.body.code !== "second_factor_required") {
    throw new Error(`The sign-in of ${username} answered ${first.status}.`);
  }
  const { challenge } = first.body.secondFactor;
  return tryCodes(username, origin, async (totp) => {
    const body = { challenge, totp };
    const answer = await call<Session>(origin, `${LOGIN}/second-factor`, { body });
    return answer.status === 200 ? answer.body : undefined;
  });
}

/** Completes the second step of an operator's sign-in, after the page asks for the code. */
export async function enterCode(page: Page, username: OperatorName): Promise<void> {
  const field = page.getByRole("textbox", { name: /code|验证码|驗證碼/i });
  await field.waitFor();
  await tryCodes(username, new URL(page.url()).origin, async (code) => {
    await field.fill(code);
    const answered = page.waitForResponse((response) =>
      response.url().endsWith(`${LOGIN}/second-factor`),
    );
    await field.press("Enter");
    return (await answered).status() === 200 ? true : undefined;
  });
}

/** Opens the console as the administrator, starting with the next page load. */
export async function openAsAdministrator(
  page: Page,
  preferences: Readonly<Record<string, string>> = {},
  origin: string = serverOrigin(),
): Promise<void> {
  await openAsOperator(page, "admin", preferences, origin);
}

/** Opens the console as a demo operator, starting with the next page load. */
export async function openAsOperator(
  page: Page,
  username: OperatorName,
  preferences: Readonly<Record<string, string>> = {},
  origin: string = serverOrigin(),
): Promise<void> {
  await openIn(page, await operator(username, origin), preferences);
}

/** Signs a demo operator in again, as if on another device, and returns the token. */
export async function openOnNewDevice(
  page: Page,
  username: OperatorName,
  preferences: Readonly<Record<string, string>>,
  origin: string,
): Promise<string> {
  const session = await signIn(username, origin);
  await openIn(page, session, preferences);
  return session.token;
}

async function openIn(
  page: Page,
  { token, user, menus }: Session,
  preferences: Readonly<Record<string, string>>,
): Promise<void> {
  await page.addInitScript(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) {
        localStorage.setItem(key, value);
      }
    },
    {
      token,
      user: JSON.stringify(user),
      menus: JSON.stringify(menus),
      "tessera-announcement-hidden-at": String(Date.now()),
      ...preferences,
    },
  );
}

/** Confirms the operator's identity in an open sheet with a code from the authenticator. */
export async function enterProof(page: Page, username: OperatorName, verb: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: /code/i });
  await field.waitFor();
  await tryCodes(username, new URL(page.url()).origin, async (code) => {
    await field.fill(code);
    const answered = page.waitForResponse((response) => response.url().endsWith("/api/auth/proof"));
    await dialog.getByRole("button", { name: verb, exact: true }).click();
    return (await answered).status() === 200 ? true : undefined;
  });
}
