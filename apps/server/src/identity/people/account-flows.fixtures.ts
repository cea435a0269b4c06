import type { Answered, CallOptions, TestApp } from "../../testing/test-app.ts";

export const PASSWORD = "nine quiet herons wait";

let addresses = 0;

/** Returns an unused address. */
export function newAddress(name = "ada"): string {
  addresses += 1;
  return `${name}.${addresses}.${process.pid}@example.com`;
}

/** Draws a captcha, and returns its id and answer as fields for a request body. */
export async function captcha(test: TestApp): Promise<{ captchaId: string; captchaCode: string }> {
  const { headers } = await test.call("GET", "/api/captcha?t=1");
  return { captchaId: String(headers["x-captcha-id"]), captchaCode: "tester" };
}

export async function sendCode(
  test: TestApp,
  email: string,
  purpose: "register" | "reset",
  options: CallOptions = {},
): Promise<Answered> {
  const body = { email, purpose, ...(await captcha(test)) };
  return test.call("POST", "/api/auth/send-code", { ...options, body });
}

/** Returns the six-digit code from the newest email to an address. */
export async function mailedCode(test: TestApp, email: string): Promise<string> {
  const { text } = await test.mailTo(email);
  const code = /\b[0-9]{6}\b/.exec(text)?.[0];
  if (code === undefined) {
    throw new Error(`no code in: ${text}`);
  }
  return code;
}

export function register(
  test: TestApp,
  body: Record<string, unknown>,
  options: CallOptions = {},
): Promise<Answered> {
  return test.call("POST", "/api/customer/register", {
    ...options,
    body: { password: PASSWORD, confirmPassword: PASSWORD, agreement: true, ...body },
  });
}

/** Registers an account with an emailed code. */
export async function registerWithCode(test: TestApp, email: string): Promise<Answered> {
  await sendCode(test, email, "register");
  return register(test, { email, code: await mailedCode(test, email) });
}

export function signIn(
  test: TestApp,
  username: string,
  password = PASSWORD,
  options: CallOptions & { remember?: boolean } = {},
): Promise<Answered> {
  const { remember, ...rest } = options;
  const body = { username, password, ...(remember !== undefined && { remember }) };
  return test.call("POST", "/api/customer/login", { ...rest, body });
}

/** Returns the token in the link from the newest email to an address. */
export async function mailedToken(test: TestApp, email: string): Promise<string> {
  const { text } = await test.mailTo(email);
  return /verify-email\?token=(\S+)/.exec(text)?.[1] ?? "";
}

/** Registers an account with an emailed link. */
export async function registerByLink(test: TestApp, email: string): Promise<Answered> {
  return register(test, { email, ...(await captcha(test)) });
}
