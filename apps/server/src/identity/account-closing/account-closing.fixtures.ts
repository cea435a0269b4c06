import type { NamedAmount } from "@tessera/contract/identity/account-closing.schemas";
import { CLOSING_COOLING_DAYS } from "@tessera/contract/identity/closing-figures";
import { expect } from "vitest";
import { selectHoldings } from "../../money-movement/holdings/index.ts";
import { newId } from "../../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { tables } from "./account-closing.tables.ts";
import { selectAmounts } from "./account-closings.repository.ts";
import { settleClosings } from "./settle-closings.ts";

const COOLING_SECONDS = CLOSING_COOLING_DAYS * 86_400;

export async function standing(app: CardsApp, who: TestCustomer) {
  return expectStatus(await app.call(who, "GET /api/account-closing"), 200).body;
}

/** Returns a step-up token bound to the remaining amounts. */
export async function proofOf(
  app: CardsApp,
  who: TestCustomer,
  remaining: readonly NamedAmount[],
): Promise<string> {
  const subject = { operation: "account_closing", remaining };
  const body = { password: who.password, subject };
  return expectStatus(await app.call(who, "POST /api/auth/proof", body), 200).body.proof;
}

interface Asking {
  readonly remaining?: readonly NamedAmount[];
  readonly key?: string;
  readonly proof?: string;
}

/** Requests the closure of the account, confirming the remaining amounts or those passed in. */
export async function ask(
  app: CardsApp,
  who: TestCustomer,
  { remaining, key = newId(), proof }: Asking = {},
): Promise<Answer> {
  const named = remaining ?? (await standing(app, who)).remaining;
  const headers = { "x-proof": proof ?? (await proofOf(app, who, named)) };
  return app.call(who, "POST /api/account-closing", { remaining: named }, { key, headers });
}

/** Confirms the remaining amounts after they have changed. */
export async function name(
  app: CardsApp,
  who: TestCustomer,
  remaining: readonly NamedAmount[],
): Promise<Answer> {
  const headers = { "x-proof": await proofOf(app, who, remaining) };
  const path = "PUT /api/account-closing/remaining" as const;
  return app.call(who, path, { remaining }, { key: newId(), headers });
}

/** Advances the clock past the cooling-off period and runs the closure job. */
export async function passCooling(app: CardsApp): Promise<void> {
  app.clock.advance(COOLING_SECONDS + 1);
  await settleClosings(app.context);
}

/**
 * Reads a customer's closure as stored: its state, the confirmed amounts, and the amounts left
 * over.
 */
export async function stored(app: CardsApp, who: TestCustomer) {
  const { kysely } = app.context.db;
  const row = await tables(kysely)
    .selectFrom("account_closing")
    .selectAll()
    .where("customer_id", "=", who.customerId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const [amount] = await selectAmounts(kysely, row.id);
  const open = row.settling_at === null ? "cooling" : "settling";
  const state = row.closed_at !== null ? "closed" : row.cancelled_at !== null ? "cancelled" : open;
  return { state, named: amount?.named_minor ?? null, left: amount?.left_minor ?? null };
}

/** Returns the total, in US cents, of a customer's dollar accounts and cards. */
export async function dollarsOf(app: CardsApp, who: TestCustomer): Promise<bigint> {
  const holdings = await selectHoldings(app.context.db.kysely, who.customerId);
  return holdings
    .filter(({ currency }) => currency === "USD")
    .reduce((sum, { postedMinor }) => sum + postedMinor, 0n);
}

/** Signs in, by default with the customer's password. Returns 200, or the status and error code. */
export async function signIn(
  app: CardsApp,
  who: TestCustomer,
  password: string = who.password,
): Promise<unknown> {
  const body = { username: who.username, password };
  const answer = await app.call(undefined, "POST /api/customer/login", body);
  return answer.status === 200 ? 200 : [answer.status, answer.body.code];
}

/** Returns the newest email with the given subject that was sent to an address. */
export async function mailAbout(
  app: CardsApp,
  address: string,
  subject: string,
): Promise<{ text: string }> {
  const find = async () => {
    const { body } = await app.call(undefined, "GET /sandbox/mail.json");
    return body.data.find(
      (mail: { to: string; subject: string }) => mail.to === address && mail.subject === subject,
    );
  };
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return find();
}

export async function mailCount(app: CardsApp, address: string, subject: string): Promise<number> {
  const { body } = await app.call(undefined, "GET /sandbox/mail.json");
  return body.data.filter(
    (mail: { to: string; subject: string }) => mail.to === address && mail.subject === subject,
  ).length;
}
