import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppContext } from "../../platform/context.ts";
import { createContext } from "../../platform/create-context.ts";
import { serverProcessOf } from "../../platform/processes/server-process.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { createPaymentCardLookup } from "../holds/payment-card-lookup.ts";
import type { NetworkOutcome } from "../messages/payment-request.ts";
import { type Cut, losingAnswers } from "./lost-answers.fixtures.ts";
import {
  BY_ANSWER,
  LOST,
  money,
  NOTHING,
  newPayment,
  type Payment,
  reverse,
  send,
} from "./named-payments.fixtures.ts";
import { beat, startHeartbeat, stopHeartbeat } from "./process-heartbeat.ts";
import { separate } from "./separate-processes.fixtures.ts";
import { takePayment } from "./single-message-purchase.ts";
import { stoppableServer } from "./stopped-servers.fixtures.ts";
import { closeAnsweredCases } from "./unanswered/unanswered-hold-cases.ts";
import { settleUnanswered } from "./unanswered/unanswered-holds.ts";

const ROOT_KEY = randomBytes(32);
const HELD = BY_ANSWER.authorization;
let app: CardsApp;
let other: AppContext;
let operator: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp({}, { rootKey: ROOT_KEY });
  operator = await app.newOperator("administrator");
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  other = separate(app.context);
  await startHeartbeat(other);
  return () => stopHeartbeat(other);
});

/** Makes a payment without a name, which the network cannot retry. */
function pay(context: AppContext, { card }: Payment): Promise<NetworkOutcome> {
  const { pan, expiryMonth, expiryYear, cvv } = card;
  return takePayment(context, createPaymentCardLookup(context), [], {
    kind: "authorization",
    networkReference: undefined,
    request: {
      ...{ pan, expiryMonth, expiryYear, cvv },
      amountMinor: 4_000n,
      currency: "USD",
      merchant: { name: "Adobe", mcc: "5734", country: "US", category: "software" },
    },
  });
}

/** Starts another process that uses the tests' database and whose connections lose responses. */
async function startProcess(...cuts: readonly Cut[]) {
  const process = separate(stoppableServer(app.context, cuts));
  await startHeartbeat(process);
  return process;
}

/** Backdates a process's last heartbeat, as if the process had died half a minute ago. */
async function markDead(process: AppContext): Promise<void> {
  await app.context.db.sql`
    update server_process set heartbeat_at = now() - interval '31 seconds'
    where id = ${serverProcessOf(process)?.id ?? null}`;
}

/**
 * Simulates the death of a process and waits until another process, which may be the app's own
 * server, takes it over.
 */
async function die(process: AppContext): Promise<void> {
  const id = serverProcessOf(process)?.id ?? "";
  await markDead(process);
  await beat(other);
  const left = () => app.context.db.sql`select from server_process where id = ${id}`;
  await expect.poll(async () => (await left()).length, { timeout: 60_000 }).toBe(0);
}

/** Lists the cases about a customer's holds. */
async function casesOf({ customer }: Payment) {
  const rows = await app.context.db.sql<{ id: string; subject: string; status: string }[]>`
    select id, subject_id as subject, status from review_case
    where kind = 'unanswered_hold' and customer_id = ${customer.customerId}`;
  return [...rows];
}

async function decide(id: string, act: "approve" | "reject") {
  const body = { revision: 1, ...(act === "reject" && { reason: "The network approved it" }) };
  const path = `POST /api/admin/reviews/case_${id}/${act}` as const;
  return (await app.call(operator, path, body)).status;
}

test("process takeover: an unknown outcome is settled after its process dies", async () => {
  const payment = await newPayment(app, "authorization");
  const { config, log } = app.context;
  const databaseUrl = app.database.appUrl;
  const open = await createContext({ config, log, rootKey: ROOT_KEY, databaseUrl });
  // The response to the hold and the next two are lost, as if the database were unavailable.
  const dying = losingAnswers(open.context, ["after", "before", "before"]);
  const quiet = { ...dying, jobs: { ...dying.jobs, every: () => undefined } };
  await startHeartbeat(quiet);
  const outcome = await pay(quiet, payment);
  expect(outcome).toMatchObject({ approved: false, code: "system_timeout" });
  await settleUnanswered(quiet);
  expect(await money(app, payment)).toEqual(HELD);
  // The database responds again, and the process dies before it retries.
  await beat(quiet);
  await open.close();
  await die(quiet);
  await settleUnanswered(other);
  await expect.poll(() => money(app, payment), { timeout: 60_000 }).toEqual(NOTHING);
  expect(await casesOf(payment)).toEqual([]);
});

describe("process takeover: a hold whose process died before the database was back", () => {
  async function lostHold() {
    const payment = await newPayment(app, "authorization");
    const dying = await startProcess("after", "before");
    expect((await pay(dying, payment)).code).toBe("system_timeout");
    await die(dying);
    const [found] = await casesOf(payment);
    expect(found?.status).toBe("open");
    expect(await money(app, payment)).toEqual(HELD);
    return { payment, id: found?.id ?? "" };
  }

  test("is listed for operators, who can release it", async () => {
    const { payment, id } = await lostHold();
    const detail = await app.call(operator, `GET /api/admin/reviews/case_${id}`);
    expect(detail.body.facts).toContainEqual(
      expect.objectContaining({ name: "held", value: "40.00", currency: "USD" }),
    );
    expect(await decide(id, "approve")).toBe(200);
    expect(await money(app, payment)).toEqual(NOTHING);
  });

  test("is kept if operators reject its release", async () => {
    const { payment, id } = await lostHold();
    expect(await decide(id, "reject")).toBe(200);
    expect(await money(app, payment)).toEqual(HELD);
  });

  test("is not shown to its customer, who cannot end the case", async () => {
    const { payment, id } = await lostHold();
    const list = await app.call(payment.customer, "GET /api/reviews");
    expect(list.body.data).toEqual([]);
    const own = await app.call(payment.customer, `GET /api/reviews/case_${id}`);
    expect(own.status).toBe(404);
  });
});

test("process takeover: a hold without a response waits for the network's retry", async () => {
  const payment = await newPayment(app, "authorization");
  const dying = await startProcess();
  expect(await send(dying, payment, LOST)).toBeUndefined();
  await die(dying);
  expect(await casesOf(payment)).toMatchObject([{ status: "open" }]);
  expect(await send(app.context, payment)).toMatchObject({ approved: true });
  const [listed] = await casesOf(payment);
  expect(await decide(listed?.id ?? "", "approve")).toBe(409);
  await closeAnsweredCases(app.context);
  expect(await casesOf(payment)).toMatchObject([{ status: "expired" }]);
  expect(await money(app, payment)).toEqual(HELD);
});

test("process takeover: a hold that the network reversed cannot be released again", async () => {
  const payment = await newPayment(app, "authorization");
  const dying = await startProcess();
  await send(dying, payment, LOST);
  await die(dying);
  expect(await reverse(app, payment)).toBe(true);
  const [listed] = await casesOf(payment);
  expect(await decide(listed?.id ?? "", "approve")).toBe(409);
  await closeAnsweredCases(app.context);
  expect(await casesOf(payment)).toMatchObject([{ status: "expired" }]);
  expect(await money(app, payment)).toEqual(NOTHING);
});

test("process takeover: a stored response stands", async () => {
  const payment = await newPayment(app, "authorization");
  const dying = await startProcess();
  expect(await send(dying, payment)).toMatchObject({ approved: true });
  await die(dying);
  expect(await casesOf(payment)).toEqual([]);
  expect(await money(app, payment)).toEqual(HELD);
});

test("process takeover: payments answered before the last heartbeats are not listed", async () => {
  const payment = await newPayment(app, "authorization");
  const dying = await startProcess();
  expect(await pay(dying, payment)).toMatchObject({ approved: true });
  await beat(dying);
  await beat(dying);
  await die(dying);
  expect(await casesOf(payment)).toEqual([]);
});

test("process takeover: only one of several servers takes over, and only once", async () => {
  const payment = await newPayment(app, "authorization");
  const dying = await startProcess("after", "before");
  await pay(dying, payment);
  const third = await startProcess();
  await markDead(dying);
  await Promise.all([beat(other), beat(third), beat(other), beat(third)]);
  await die(dying);
  expect(await casesOf(payment)).toHaveLength(1);
  await stopHeartbeat(third);
});

test("process takeover: a process presumed dead continues under a new number", async () => {
  const payment = await newPayment(app, "authorization");
  const paused = await startProcess("after", "before", "before");
  const before = serverProcessOf(paused);
  await pay(paused, payment);
  await die(paused);
  await beat(paused);
  expect(serverProcessOf(paused)?.id).not.toBe(before?.id);
  // It still knows that the network received a decline.
  await settleUnanswered(paused);
  await settleUnanswered(paused);
  expect(await money(app, payment)).toEqual(NOTHING);
  await closeAnsweredCases(app.context);
  expect(await casesOf(payment)).toMatchObject([{ status: "expired" }]);
  await stopHeartbeat(paused);
});

test("process takeover: a server that stops with nothing open leaves no row behind", async () => {
  const stopping = await startProcess();
  const id = serverProcessOf(stopping)?.id ?? "";
  await stopHeartbeat(stopping);
  await beat(stopping);
  expect(await app.context.db.sql`select from server_process where id = ${id}`).toEqual([]);
});
