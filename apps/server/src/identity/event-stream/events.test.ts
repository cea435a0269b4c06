import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { houseAccount, type Movement } from "@tessera/ledger";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type App, buildApp } from "../../app.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { addTestOperator } from "../../testing/cards-app.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import { actingFor, createTestCompany, giveFactor } from "../companies/companies.fixtures.ts";
import { beginSecurityHold } from "../security-hold/index.ts";
import { suspendCustomer } from "../sessions/index.ts";

let test: TestApp;
let address: string;
let customer: TestCustomer;

beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => test?.close());
beforeEach(async () => {
  customer = await test.signUp();
});

const DEPOSIT = {
  kind: "card_deposit",
  parentId: null,
  status: "completed",
  currency: "USD",
  feeMinor: 0n,
  title: "",
  data: {},
  eventAt: new Date(),
  clientKey: null,
} satisfies Partial<Movement>;

interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

interface Stream {
  /**
   * Waits for the next event. With a topic, skips events of other topics, such as those of the
   * sign-in, which the ledger's outbox sends later.
   */
  next(topic?: string): Promise<Frame>;
  readonly lastId: () => string;
  /** The data of all events received so far. */
  readonly received: readonly string[];
  close(): Promise<void>;
  readonly ended: Promise<void>;
}

function parse(text: string): Frame {
  const pairs = text.split("\n").map((line) => {
    const [name = "", ...rest] = line.split(": ");
    return [name, rest.join(": ")];
  });
  return Object.fromEntries(pairs);
}

async function open(token: string, lastEventId?: string, server = address): Promise<Stream> {
  const controller = new AbortController();
  const response = await fetch(`${server}/api/events`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
    signal: controller.signal,
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const frames: Frame[] = [];
  const received: string[] = [];
  let lastId = "";
  let wake = () => {};
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const ended = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const frame of parts.map(parse)) {
        lastId = frame.id ?? lastId;
        isReady();
        if (frame.event !== undefined) {
          frames.push(frame);
          received.push(frame.data ?? "");
          wake();
        }
      }
    }
  })().catch(() => undefined);
  await ready;
  return {
    lastId: () => lastId,
    received,
    ended,
    async next(topic) {
      for (;;) {
        const frame = frames.shift();
        if (frame !== undefined && (topic === undefined || frame.event === topic)) {
          return frame;
        }
        if (frame === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
    async close() {
      controller.abort();
      await ended;
    },
  };
}

function publish(number: number, to = customer.customerId): Promise<void> {
  return test.context.events.publish(to, "number", { number });
}

it("event stream: requires a session", async () => {
  expect((await fetch(`${address}/api/events`)).status).toBe(401);
});

it("event stream: an event reaches all of a customer's screens and no other's", async () => {
  const other = await test.signUp();
  const streams = [await open(customer.token), await open(customer.token)];
  const theirs = await open(other.token);
  await publish(1);
  await publish(2, other.customerId);
  for (const stream of streams) {
    expect(await stream.next("number")).toMatchObject({ event: "number", data: '{"number":1}' });
  }
  expect(await theirs.next("number")).toMatchObject({ data: '{"number":2}' });
  await Promise.all([...streams, theirs].map((stream) => stream.close()));
});

it("event stream: a client resumes after its last event without gaps or duplicates", async () => {
  const first = await open(customer.token);
  await publish(1);
  await first.next("number");
  const lastId = first.lastId();
  await first.close();
  await Promise.all(Array.from({ length: 20 }, (_, index) => publish(index + 2)));
  const second = await open(customer.token, lastId);
  const numbers: number[] = [];
  const ids: bigint[] = [];
  while (numbers.length < 20) {
    const { data, id } = await second.next("number");
    numbers.push(JSON.parse(data ?? "{}").number);
    ids.push(BigInt(id ?? "0"));
  }
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
  expect(ids).toEqual(ids.toSorted((a, b) => Number(a - b)));
  await second.close();
});

it("event stream: a client learns if the server no longer knows its last position", async () => {
  const stream = await open(customer.token, "999999999999");
  expect(await stream.next()).toMatchObject({ event: "reset" });
  await stream.close();
});

it("event stream: an operator without a second factor receives no role events", async () => {
  const [full, lacking] = await Promise.all(
    [true, false].map((hasFactor) => addTestOperator(test.context, "support", { hasFactor })),
  );
  const streams = [await open(full?.token ?? ""), await open(lacking?.token ?? "")];
  await test.context.events.publishToRoles(["support"], "support", { id: "con_1" });
  await publish(1, full?.userId);
  await publish(1, lacking?.userId);
  expect(await streams[0]?.next("support")).toMatchObject({ event: "support" });
  expect(await streams[1]?.next("number")).toMatchObject({ event: "number" });
  expect(streams[1]?.received).not.toContain('{"id":"con_1"}');
  await Promise.all(streams.map((stream) => stream.close()));
});

it("event stream: a member without the second factor of their role receives nothing", async () => {
  const company = await createTestCompany(test, customer, { money: 0n });
  const { token } = await actingFor(test, company, customer);
  const headers = { authorization: `Bearer ${token}` };
  const refused = await fetch(`${address}/api/events`, { headers });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: "second_factor_required" });
  await giveFactor(test, customer);
  const stream = await open(token);
  await stream.close();
});

it("event stream: ends right away on a suspension and on a “not me”", async () => {
  const { context } = test;
  const byDesk = await open(customer.token);
  await suspendCustomer(context, customer.customerId, { actor: "desk", requestId: null });
  await byDesk.ended;

  const { customerId, token } = await test.signUp();
  const byLink = await open(token);
  const stopped = await inTransaction(context.db, (tx) =>
    beginSecurityHold(context, tx, { customerId, aboutId: newId(), requestId: "r" }),
  );
  await stopped();
  await byLink.ended;
});

it("event stream: ends right away when the password is reset by email", async () => {
  const stream = await open(customer.token);
  await resetPassword(customer);
  await stream.ended;
});

/** Sets another password with an emailed code. */
async function resetPassword({ email }: TestCustomer): Promise<void> {
  const { headers } = await test.call("GET", "/api/captcha?t=1");
  const captcha = { captchaId: String(headers["x-captcha-id"]), captchaCode: "tester" };
  const asked = { email, purpose: "reset", ...captcha };
  expect((await test.call("POST", "/api/auth/send-code", { body: asked })).status).toBe(200);
  const [code] = /\b[0-9]{6}\b/.exec((await test.mailTo(email)).text) ?? [];
  const password = "nine boats under a bridge";
  const body = { email, code, password, confirmPassword: password };
  expect((await test.call("POST", "/api/customer/reset-password", { body })).status).toBe(200);
}

/** Opens another session for the customer. */
async function signInAgain({ username, password }: TestCustomer): Promise<string> {
  const { json } = await test.call("POST", "/api/customer/login", { body: { username, password } });
  return json.token;
}

it("event stream: logging out ends that session's stream immediately, and no other", async () => {
  const kept = await open(await signInAgain(customer));
  const ending = await open(customer.token);
  await publish(1);
  await Promise.all([kept.next("number"), ending.next("number")]);
  // Some events are in flight when the session ends, and others are published afterward.
  const published = Array.from({ length: 20 }, (_, index) => publish(index + 2));
  const { status } = await test.call("POST", "/api/auth/logout", { token: customer.token });
  expect(status).toBe(204);
  await Promise.all([...published, publish(22), publish(23)]);
  await ending.ended;
  while (!kept.received.includes('{"number":23}')) {
    await kept.next("number");
  }
  expect(ending.received).not.toContain('{"number":22}');
  expect(ending.received).not.toContain('{"number":23}');
  await kept.close();
});

it("event stream: logging out clears the browser's cache but keeps its storage", async () => {
  const { headers } = await test.call("POST", "/api/auth/logout", { token: customer.token });
  expect(headers["clear-site-data"]).toBe('"cache"');
});

/** Ends the customer's session in one of several ways. `kept` is another session's token. */
async function end(how: string, kept: string): Promise<void> {
  if (how === "logging out") {
    await test.call("POST", "/api/auth/logout", { token: customer.token });
  } else if (how === "suspension") {
    await suspendCustomer(test.context, customer.customerId, { actor: "a", requestId: null });
  } else if (how === "a password reset") {
    await resetPassword(customer);
  } else {
    await test.call("POST", "/api/auth/sessions/end-others", { token: kept });
  }
}

describe("event stream on another server", () => {
  let other: App;
  let otherAddress: string;
  beforeAll(async () => {
    // This server shares only the database, so notices about ended sessions do not reach it.
    const { context } = test;
    other = await buildApp({ ...context, db: { ...context.db } }, { maxEventLoopDelayMs: 0 });
    otherAddress = await other.server.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(async () => {
    other.closeStreams();
    await other.server.close();
  });

  it.each(["logging out", "revoking the session", "suspension", "a password reset"])(
    "writes no event after %s, even if the notice is lost",
    async (how) => {
      const kept = await signInAgain(customer);
      const stream = await open(customer.token, undefined, otherAddress);
      await publish(1);
      expect(await stream.next("number")).toMatchObject({ data: '{"number":1}' });
      await end(how, kept);
      await publish(2);
      await stream.ended;
      expect(stream.received).not.toContain('{"number":2}');
    },
  );

  it.each(["logging out", "revoking the session", "suspension", "a password reset"])(
    "rejects the token within five seconds of %s, even if the notice is lost",
    async (how) => {
      const kept = await signInAgain(customer);
      const status = async () => {
        const headers = { authorization: `Bearer ${customer.token}` };
        const url = "/api/auth/profile";
        return (await other.server.inject({ url, headers })).statusCode;
      };
      expect(await status()).toBe(200);
      await end(how, kept);
      const { token } = customer;
      expect((await test.call("GET", "/api/auth/profile", { token })).status).toBe(401);
      await sleep(5_000);
      expect(await status()).toBe(401);
    },
  );
});

it("event stream: an open stream does not prevent a session from becoming idle", async () => {
  const { token } = customer;
  const stream = await open(token);
  test.clock.advance(1_200);
  await test.context.events.publish(customer.customerId, "sessions", {});
  expect(await stream.next("sessions")).toMatchObject({ event: "sessions" });
  test.clock.advance(1_200);
  expect((await test.call("GET", "/api/auth/profile", { token })).status).toBe(401);
  await stream.close();
});

it("event stream: a user has at most thirty connections; closing one allows another", async () => {
  const streams = await Promise.all(Array.from({ length: 30 }, () => open(customer.token)));
  const one = () =>
    fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${customer.token}` } });
  const refused = await one();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("30");
  const other = await test.signUp();
  await (await open(other.token)).close();
  await streams.pop()?.close();
  await expect
    .poll(
      async () => {
        const again = await one();
        await again.body?.cancel();
        return again.status;
      },
      { timeout: 60_000 },
    )
    .toBe(200);
  await Promise.all(streams.map((stream) => stream.close()));
});

it("event stream: events from the ledger's outbox are sent", async () => {
  const stream = await open(customer.token);
  const { ledger, db } = test.context;
  const body = { customerId: customer.customerId, note: randomUUID() };
  await inTransaction(db, (tx) => ledger.appendEvents(tx, [{ topic: "noted", body }]));
  const { event, data } = await stream.next("noted");
  expect([event, JSON.parse(data ?? "{}")]).toEqual(["noted", body]);
  await stream.close();
});

it("event stream: a card with several movements is reported only once", async () => {
  const stream = await open(customer.token);
  const { ledger, db } = test.context;
  const { customerId } = customer;
  const cardId = newId();
  const [account = 0n] = await inTransaction(db, (tx) =>
    ledger.openAccounts(tx, [{ customerId, kind: "card", currency: "USD" }]),
  );
  const movements = [1n, 2n].map((amountMinor) => ({
    ...DEPOSIT,
    id: newId(),
    customerId,
    cardId,
    amountMinor,
    legs: [
      { type: "transfer", debit: houseAccount("suspense", "USD"), credit: account, amountMinor },
    ] as const,
  }));
  await inTransaction(db, (tx) => ledger.post(tx, movements));
  const { event, data } = await stream.next("card");
  expect([event, JSON.parse(data ?? "{}")]).toEqual(["card", { cardId: `card_${cardId}` }]);
  const rows =
    await db.sql`select from customer_event where body ->> 'cardId' = ${`card_${cardId}`}`;
  expect(rows).toHaveLength(1);
  await stream.close();
});

it("event stream: ends when the server shuts down", async () => {
  const stream = await open(customer.token);
  test.app.closeStreams();
  await stream.ended;
});
