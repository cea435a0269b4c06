import type { NamedAmount } from "@tessera/contract/account-closing/account-closing.schemas";
import { CLOSING_COOLING_DAYS } from "@tessera/contract/account-closing/closing-figures";
import { expect } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { settleClosings } from "./settle-closings.ts";

const COOLING_SECONDS = CLOSING_COOLING_DAYS * 86_400;

export async function standing(app: CardsApp, who: TestCustomer) {
  return expectStatus(await app.call(who, "GET /api/account-closing"), 200).body;
}

/** A proof that is bound to the amounts that stay. */
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

/** Asks for the account to be closed, naming what remains unless told. */
export async function ask(
  app: CardsApp,
  who: TestCustomer,
  { remaining, key = newId(), proof }: Asking = {},
): Promise<Answer> {
  const named = remaining ?? (await standing(app, who)).remaining;
  const headers = { "x-proof": proof ?? (await proofOf(app, who, named)) };
  return app.call(who, "POST /api/account-closing", { remaining: named }, { key, headers });
}

/** Names what remains once more. */
export async function name(
  app: CardsApp,
  who: TestCustomer,
  remaining: readonly NamedAmount[],
): Promise<Answer> {
  const headers = { "x-proof": await proofOf(app, who, remaining) };
  const path = "PUT /api/account-closing/remaining" as const;
  return app.call(who, path, { remaining }, { key: newId(), headers });
}

/** Lets the cooling period pass and takes closings as far as they go. */
export async function passCooling(app: CardsApp): Promise<void> {
  app.clock.advance(COOLING_SECONDS + 1);
  await settleClosings(app.context);
}

/** A customer's closing as it is stored. */
export async function stored(app: CardsApp, who: TestCustomer) {
  const [row] = await app.context.db.sql<
    { state: string; named: bigint | null; left: bigint | null }[]
  >`
    select case when closed_at is not null then 'closed' when cancelled_at is not null
        then 'cancelled' when settling_at is not null then 'settling' else 'cooling' end as state,
      amount.named_minor as named, amount.left_minor as left
    from account_closing closing
    left join account_closing_amount amount on amount.closing_id = closing.id
    where customer_id = ${who.customerId} order by closing.id desc limit 1`;
  return row;
}

/** What a customer's account has in dollars, in cents. */
export async function dollarsOf(app: CardsApp, who: TestCustomer): Promise<bigint> {
  const [row] = await app.context.db.sql<{ posted: bigint }[]>`
    select sum(b.posted)::bigint as posted
    from ledger.balance b join ledger.account a on a.id = b.account_id
    where a.customer_id = ${who.customerId} and a.currency = 'USD'`;
  return row?.posted ?? 0n;
}

/** The status and the code of a sign-in with the right password, or another. */
export async function signIn(
  app: CardsApp,
  who: TestCustomer,
  password: string = who.password,
): Promise<unknown> {
  const body = { username: who.username, password };
  const answer = await app.call(undefined, "POST /api/customer/login", body);
  return answer.status === 200 ? 200 : [answer.status, answer.body.code];
}

/** The newest mail to an address under a subject. */
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
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return find();
}

export async function mailCount(app: CardsApp, address: string, subject: string): Promise<number> {
  const { body } = await app.call(undefined, "GET /sandbox/mail.json");
  return body.data.filter(
    (mail: { to: string; subject: string }) => mail.to === address && mail.subject === subject,
  ).length;
}
