import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, buildApp } from "../../app.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { createOvertaken, type OvertakenContext } from "../overtaken-context.ts";

let app: CardsApp;
let slow: OvertakenContext;
let other: App;
let customer: TestCustomer;
let support: TestCustomer;
beforeAll(async () => {
  app = await createCardsApp();
  slow = createOvertaken(app.context);
  // Another server that uses the same database. The first server can overtake this server's calls.
  other = await buildApp(slow.context, { maxEventLoopDelayMs: 0 });
  customer = await app.newCustomer({ USD: 100_000n });
  support = await app.newOperator("support");
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await other?.server.close();
  await app?.close();
});

interface Call {
  readonly who: TestCustomer;
  readonly path: string;
  readonly body: object;
  /** The table in which the operation looks up an earlier call with its key. */
  readonly table: string;
}

/**
 * Sends the same call with the same key to two servers. One of them executes the entire call right
 * after the other has looked up the key.
 */
async function sendTwice({ who, path, body, table }: Call) {
  const key = newId();
  const answers: { status: number; body: { id: string } }[] = [];
  slow.overtakeAfter(table, async () => {
    answers.push(await app.call(who, `POST ${path}`, body, { key }));
  });
  const late = await other.server.inject({
    method: "POST",
    url: path,
    payload: body,
    headers: { authorization: `Bearer ${who.token}`, "idempotency-key": key },
  });
  answers.push({ status: late.statusCode, body: late.json() });
  return answers;
}

async function expectOneAnswer(call: Call): Promise<string> {
  const [first, second] = await sendTwice(call);
  expect(first?.status).toBe(201);
  expect(second?.status).toBe(201);
  expect(second?.body.id).toBe(first?.body.id);
  return first?.body.id ?? "";
}

async function repeat(times: number, path: string, bodyOf: (at: number) => object, who = customer) {
  for (let at = 0; at < times; at++) {
    expect((await app.call(who, `POST ${path}`, bodyOf(at), { key: newId() })).status).toBe(201);
  }
}

test("one key on two servers: an adjustment records one audit event", async () => {
  const body = {
    currency: "USD",
    direction: "credit",
    amount: "12.50",
    reason: "Fee charged twice",
    reference: "CASE-17",
  };
  const path = `/api/admin/customers/cus_${customer.customerId}/corrections`;
  await expectOneAnswer({ who: support, path, body, table: "correction" });
  const rows = await app.context.db.sql`
    select from ledger.audit where action = 'correction.propose'
      and customer_id = ${customer.customerId}`;
  expect(rows).toHaveLength(1);
});

test("one key on two servers: both return the same deposit, taking the last slot", async () => {
  const path = "/api/wallet/deposits";
  const body = { asset: "USDT", network: "TRC20", amount: "500.00" };
  await repeat(4, path, () => body);
  await expectOneAnswer({ who: customer, path, body, table: "deposit" });
});

test("one key on two servers: both return the same conversation, the last allowed", async () => {
  const path = "/api/support/conversations";
  const body = { subject: "A question", text: "Hello" };
  await repeat(29, path, () => body);
  await expectOneAnswer({ who: customer, path, body, table: "support_conversation" });
});

test("one key on two servers: both return the same saved reply, the last one allowed", async () => {
  const path = "/api/admin/support/canned-answers";
  const bodyOf = (at: number) => ({ name: `Answer ${at}`, texts: { en: "Hello" } });
  await repeat(199, path, bodyOf, support);
  const body = bodyOf(200);
  await expectOneAnswer({ who: support, path, body, table: "support_answer" });
});
