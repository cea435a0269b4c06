import { Secret } from "otpauth";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  captcha,
  mailedCode,
  mailedToken,
  newAddress,
  PASSWORD,
  registerByLink,
  sendCode,
} from "../../identity/people/account-flows.fixtures.ts";
import { challengeFor, enrollTotp } from "../../identity/second-factor/factors.fixtures.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { canariesInDatabase } from "../find-canaries.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { expectStatus, openCard, SEGMENTS } from "../test-cards.ts";

let test: TestApp;
let cards: CardsApp;
let customer: TestCustomer;
/** Everything that opens something, by what it is. */
const secrets = new Map<string, string>();
let code: string;
let resetEmail: string;

beforeAll(async () => {
  [test, cards] = await Promise.all([createTestApp(), createCardsApp()]);
  const first = await test.signUp();
  const { who, secret, recoveryCodes } = await enrollTotp(test, first);
  customer = who;
  secrets.set("password", who.password);
  secrets.set("session token", who.token);
  secrets.set("authenticator secret", secret);
  secrets.set("authenticator secret's bytes", rawOf(secret));
  recoveryCodes.forEach((recovery, n) => {
    secrets.set(`recovery code ${n}`, recovery);
    secrets.set(`recovery code ${n} without its dash`, recovery.replace("-", ""));
  });
  secrets.set("sign-in challenge", await challengeFor(test, who));
  const other = await test.signUp();
  secrets.set("step-up token", await test.prove(other));
  resetEmail = other.email;
  await sendCode(test, resetEmail, "reset");
  code = await mailedCode(test, resetEmail);
  const invited = newAddress("linked");
  await registerByLink(test, invited);
  secrets.set("link of a registration", await mailedToken(test, invited));
}, 300_000);
afterAll(() => Promise.all([test?.close(), cards?.close()]));

/** Returns the bytes of a base32 secret in hexadecimal digits, as the search reads columns. */
function rawOf(base32: string): string {
  return Buffer.from(Secret.fromBase32(base32).bytes).toString("hex");
}

/**
 * The sandbox's mailbox, which has no counterpart in a live program: it keeps mails as they were
 * sent, with codes and links.
 */
const MAILBOX = "public.sandbox_mail";

async function search(ownerUrl: string, canaries: ReadonlyMap<string, string>) {
  const found = await canariesInDatabase(ownerUrl, canaries);
  found.delete(MAILBOX);
  return Object.fromEntries(found);
}

it("stolen copy: contains no password, token, link, code or second-factor secret", async () => {
  const { ownerUrl } = test.database;
  expect([...secrets.values()].every((secret) => secret.length >= 8)).toBe(true);
  // The search finds what is there: the mailbox has the link, and a table the email.
  const all = await canariesInDatabase(ownerUrl, secrets);
  expect(all.get(MAILBOX)).toContain("link of a registration");
  const email = new Map([["email", customer.email]]);
  expect(Object.keys(await search(ownerUrl, email))).toContain("public.person");

  expect(await search(ownerUrl, secrets)).toEqual({});
});

/** Reads a copy of the database: every row as text. */
async function rowsOf(table: string): Promise<string[]> {
  const sql = postgres(test.database.ownerUrl, { max: 1 });
  const rows = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${table} t`);
  await sql.end();
  return rows.map(({ row }) => row);
}

it("stolen copy: contains no mailed code, not even in a queued mail", async () => {
  const alone = new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`);
  for (const table of ["mailed_code", "jobs.job", "person", "registration"]) {
    // The microseconds of a time may be the same six digits by chance.
    const rows = (await rowsOf(table)).map((row) => row.replaceAll(/:\d\d\.\d+/g, ""));
    expect(
      rows.filter((row) => alone.test(row)),
      table,
    ).toEqual([]);
  }
  expect((await rowsOf("mailed_code")).length).toBeGreaterThan(0);
});

it("stolen copy: no stored hash of a session or a code can be used in its place", async () => {
  const hashes = [
    ...(await rowsOf("session")),
    ...(await rowsOf("session_proof")),
    ...(await rowsOf("mailed_code")),
    ...(await rowsOf("sign_in_challenge")),
  ].flatMap((row) => row.match(/[0-9a-f]{64}/g) ?? []);
  expect(hashes.length).toBeGreaterThanOrEqual(4);
  for (const hash of hashes) {
    const bytes = Buffer.from(hash, "hex");
    for (const token of [hash, bytes.toString("base64url"), `vc1_${bytes.toString("base64url")}`]) {
      const asSession = await test.call("GET", "/api/auth/profile", { token });
      expect(asSession.status).toBe(401);
      const body = { challenge: token, recoveryCode: "aaaaa-aaaaa" };
      const asChallenge = await test.call("POST", "/api/customer/login/second-factor", { body });
      expect(asChallenge.status).toBeGreaterThanOrEqual(400);
    }
  }
  const [stored = ""] = (await rowsOf("mailed_code")).flatMap(
    (row) => row.match(/[0-9a-f]{64}/g) ?? [],
  );
  const reset = await test.call("POST", "/api/customer/reset-password", {
    body: {
      email: resetEmail,
      code: stored,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      ...(await captcha(test)),
    },
  });
  expect(reset.status).toBeGreaterThanOrEqual(400);
});

it("stolen copy: contains no card number, in any form of storing text", async () => {
  const owner = await cards.newCustomer();
  const { pan, id } = await openCard(cards, owner, SEGMENTS.mastercardStandardUsd);
  const shown = expectStatus(await cards.call(owner, `GET /api/cards/${id}`), 200).body;
  expect(shown.last4).toBe(pan.slice(-4));
  const canaries = new Map([
    ["card number", pan],
    ["card number in groups", pan.replace(/(.{4})(?!$)/g, "$1 ")],
    ["all but the last four digits", pan.slice(0, -4)],
    ["all but the BIN", pan.slice(6)],
  ]);
  expect(await search(cards.database.ownerUrl, canaries)).toEqual({});
});
