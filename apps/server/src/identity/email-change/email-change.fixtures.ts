import { expect } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { flag } from "../../testing/test-reviews.ts";

let addresses = 0;

/** Returns an unused address. */
export function newAddress(): string {
  addresses += 1;
  return `heron.${addresses}.${process.pid}@example.com`;
}

const CODE_SUBJECT = "Your code for a new email";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Returns the emails with the given subject that were sent to an address, the newest one first. */
async function mailsAbout(app: CardsApp, address: string, subject: string): Promise<Mail[]> {
  const { body } = await app.call(undefined, "GET /sandbox/mail.json");
  return body.data.filter((mail: Mail) => mail.to === address && mail.subject === subject);
}

/** Returns the newest email with the given subject that was sent to an address. */
export async function mailAbout(app: CardsApp, address: string, subject: string) {
  const find = async () => (await mailsAbout(app, address, subject))[0];
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return (await find()) as { text: string };
}

function codeIn({ text }: Pick<Mail, "text">): string {
  return /\b[0-9]{6}\b/.exec(text)?.[0] ?? "";
}

/** Waits for a code emailed to an address. Ignores the earlier code `before`. */
export async function codeTo(app: CardsApp, address: string, before?: string): Promise<string> {
  const read = async () => {
    const code = codeIn(await mailAbout(app, address, CODE_SUBJECT));
    return code === before ? "" : code;
  };
  await expect.poll(read, { timeout: 60_000 }).toMatch(/^[0-9]{6}$/);
  return read();
}

/**
 * Returns the secret from the “not me” link in the newest email with the given subject to an
 * address.
 */
export async function stopTokenIn(app: CardsApp, address: string, subject: string) {
  const { text } = await mailAbout(app, address, subject);
  return /\/not-me#([\w-]+)/.exec(text)?.[1] ?? "";
}

/** Returns a step-up token bound to an email address. */
export async function proofFor(app: CardsApp, who: TestCustomer, email: string): Promise<string> {
  const subject = { operation: "email_change", email };
  const body = { password: who.password, subject };
  return expectStatus(await app.call(who, "POST /api/auth/proof", body), 200).body.proof;
}

/** Requests an email change. By default, first gets a step-up token for the new address. */
export async function ask(
  app: CardsApp,
  who: TestCustomer,
  email: string,
  { key = newId(), proof }: { readonly key?: string; readonly proof?: string } = {},
): Promise<Answer> {
  const headers = { "x-proof": proof ?? (await proofFor(app, who, email)) };
  return app.call(who, "POST /api/email-change", { email }, { key, headers });
}

export function confirm(
  app: CardsApp,
  who: TestCustomer,
  code: string,
  key: string = newId(),
): Promise<Answer> {
  return app.call(who, "POST /api/email-change/confirm", { code }, { key });
}

/** Requests an email change and confirms the code. */
export async function change(app: CardsApp, who: TestCustomer, email: string): Promise<Answer> {
  // Another customer's request may have sent a code to the same address.
  const [earlier] = await mailsAbout(app, email, CODE_SUBJECT);
  expectStatus(await ask(app, who, email), 201);
  return confirm(app, who, await codeTo(app, email, earlier && codeIn(earlier)));
}

/** Creates a flagged customer whose email change is under review, and its case. */
export async function reviewed(app: CardsApp, email = newAddress()) {
  const who = await app.newCustomer({});
  await flag(app, who);
  const { body } = expectStatus(await change(app, who, email), 200);
  expect(body).toMatchObject({ outcome: "reviewing", email: who.email });
  const id: string = body.change.reviewId;
  return { who, email, id, path: `/api/admin/reviews/${id}` as const };
}

export async function standing(app: CardsApp, who: TestCustomer) {
  return expectStatus(await app.call(who, "GET /api/email-change"), 200).body;
}

/** Signs in with a name and the customer's password, and returns the status. */
export async function signInStatus(app: CardsApp, who: TestCustomer, name: string) {
  const body = { username: name, password: who.password };
  return (await app.call(undefined, "POST /api/customer/login", body)).status;
}
