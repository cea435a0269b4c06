import { AsyncLocalStorage } from "node:async_hooks";
import { UnknownOutcomeError } from "@tessera/database";
import type { Ledger } from "@tessera/ledger";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, buildApp } from "../../app.ts";
import { openSession } from "../../identity/sessions/index.ts";
import {
  subjectOf,
  WithdrawalDesk,
} from "../../money-movement/payouts/withdrawals.routes.fixtures.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import type { CardsApp, TestCustomer } from "../cards-app.ts";
import { expectStatus, fund, openCard, readCard, SEGMENTS, type TestCard } from "../test-cards.ts";

/** Whether the connection is lost before or after the commit takes effect. */
type Loss = "before" | "after";

let loss: Loss | undefined;
let desk: WithdrawalDesk;
let app: CardsApp;
let losing: App;
beforeAll(async () => {
  desk = await WithdrawalDesk.open();
  app = desk.app;
  losing = await buildApp(losingContext(app.context), { maxEventLoopDelayMs: 0 });
});
afterAll(async () => {
  await losing.server.close();
  await desk.close();
});

/** Tracks whether the current transaction posted a movement. */
const posted = new AsyncLocalStorage<{ value: boolean }>();

function takeLoss(): Loss | undefined {
  const taken = loss;
  loss = undefined;
  return taken;
}

function lost(): UnknownOutcomeError {
  return new UnknownOutcomeError(new Error("the connection was cut"));
}

/**
 * Returns a copy of the server's context in which the response is lost for the next commit that
 * moves money.
 */
function losingContext(context: AppContext): AppContext {
  const { db, ledger } = context;
  const submit: Ledger["submit"] = async (movement, options) => {
    const taken = takeLoss();
    const result = taken === "before" ? undefined : await ledger.submit(movement, options);
    if (result === undefined || taken === "after") {
      throw lost();
    }
    return result;
  };
  const post: Ledger["post"] = async (tx, movements) => {
    const mine = posted.getStore();
    if (mine !== undefined) {
      mine.value = true;
    }
    if (loss === "before") {
      takeLoss();
      throw lost();
    }
    return ledger.post(tx, movements);
  };
  const kysely = new Proxy(db.kysely, {
    get(target, property) {
      const value = Reflect.get(target, property, target);
      if (property !== "transaction") {
        return typeof value === "function" ? value.bind(target) : value;
      }
      return () => losingCommit(target.transaction());
    },
  });
  return { ...context, db: { ...db, kysely }, ledger: { ...ledger, submit, post } };
}

type Builder = ReturnType<AppContext["db"]["kysely"]["transaction"]>;

function losingCommit(builder: Builder): Builder {
  return new Proxy(builder, {
    get(target, property) {
      if (property === "setIsolationLevel") {
        return (level: Parameters<Builder["setIsolationLevel"]>[0]) =>
          losingCommit(target.setIsolationLevel(level));
      }
      if (property === "execute") {
        return (work: Parameters<Builder["execute"]>[0]) =>
          posted.run({ value: false }, async () => {
            const result = await target.execute(work);
            if (posted.getStore()?.value === true && takeLoss() === "after") {
              throw lost();
            }
            return result;
          });
      }
      const value = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

interface Owner {
  readonly customer: TestCustomer;
  readonly card: TestCard;
}

/** A write that moves money and is ready to be sent. */
interface Write {
  readonly url: string;
  readonly body: object;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The expected result if the write takes effect exactly once. */
  readonly expected: Readonly<Record<string, string>>;
}

async function newOwner(): Promise<Owner> {
  const customer = await app.newCustomer({ USD: 100_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, 10_000n);
  return { customer, card };
}

async function quoted({ customer, card }: Owner, operation: "deposit" | "withdraw") {
  const body = { operation, amount: "10.00" };
  const path = `POST /api/cards/${card.id}/quote` as const;
  return expectStatus(await app.call(customer, path, body), 201).body.quoteId;
}

const WRITES: Readonly<Record<string, (owner: Owner) => Promise<Write>>> = {
  "adding funds to a card": async (owner) => ({
    url: `/api/cards/${owner.card.id}/deposit`,
    body: { quoteId: await quoted(owner, "deposit") },
    status: 201,
    expected: { card: "110.00" },
  }),
  "taking money off a card": async (owner) => ({
    url: `/api/cards/${owner.card.id}/withdraw`,
    body: { quoteId: await quoted(owner, "withdraw") },
    status: 201,
    expected: { card: "90.00" },
  }),
  "applying for a card": async () => ({
    url: "/api/card-applications",
    body: {
      segmentId: SEGMENTS.mastercardStandardUsd,
      billingAddress: "auto",
      openingFee: "1.50",
      usage: "standard",
    },
    status: 201,
    expected: { cards: "2" },
  }),
  "closing a card": async ({ card }) => ({
    url: `/api/cards/${card.id}/close`,
    body: {},
    status: 200,
    expected: { card: "0.00", status: "closed" },
  }),
};

async function standing({ customer, card }: Owner): Promise<Record<string, string>> {
  const { balance, status } = await readCard(app, customer, card);
  const { body } = await app.call(customer, "GET /api/cards");
  const { rows } = await usdOf(customer);
  return { card: balance, status, cards: String(body.data.length), movements: rows };
}

async function usdOf({ customerId }: TestCustomer) {
  const [row] = await app.context.db.sql<{ rows: string }[]>`
    select count(*)::text as rows from ledger.movement
    where customer_id = ${customerId} and parent_id is null`;
  return { rows: row?.rows ?? "0" };
}

async function freshToken({ userId }: TestCustomer): Promise<string> {
  const visitor = { ip: "127.0.0.1", device: "test", remember: false };
  return inTransaction(app.context.db, (tx) => openSession(app.context, tx, userId, visitor));
}

type Sent = Omit<Write, "expected">;

async function send(token: string, write: Sent, key: string) {
  const answer = await losing.server.inject({
    method: "POST",
    url: write.url,
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": key,
      ...write.headers,
    },
    payload: write.body,
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

async function expectUnknownThenDone(token: string, write: Sent, where: Loss) {
  const key = newId();
  loss = where;
  const first = await send(token, write, key);
  expect([first.status, first.body.code]).toEqual([503, "outcome_unknown"]);
  expect(Number(first.headers["retry-after"])).toBeGreaterThan(0);
  const second = await send(token, write, key);
  expect([second.status, second.body.code]).toEqual([write.status, undefined]);
  const third = await send(token, write, key);
  expect(third.body).toEqual(second.body);
}

const CASES = Object.keys(WRITES).flatMap((name) =>
  (["before", "after"] as const).map((where) => ({ name, where })),
);

describe("a write that moves money", () => {
  test.each(CASES)(
    "$name takes effect once if the response is lost $where the commit",
    async (one) => {
      const owner = await newOwner();
      const write = await WRITES[one.name]?.(owner);
      if (write === undefined) {
        throw new Error(`there is no write called ${one.name}`);
      }
      const before = Number((await standing(owner)).movements);
      await expectUnknownThenDone(await freshToken(owner.customer), write, one.where);
      const after = await standing(owner);
      expect(after).toMatchObject(write.expected);
      expect(Number(after.movements)).toBe(before + 1);
    },
  );

  test.each(["before", "after"] as const)(
    "a withdrawal takes effect once if the response is lost %s the commit",
    async (where) => {
      const owner = await desk.ready();
      const quote = await desk.quoted(owner);
      const token = await freshToken(owner.customer);
      const asked = await losing.server.inject({
        method: "POST",
        url: "/api/auth/proof",
        headers: { authorization: `Bearer ${token}` },
        payload: { password: owner.customer.password, subject: subjectOf(quote) },
      });
      const before = Number((await usdOf(owner.customer)).rows);
      const write = {
        url: "/api/wallet/withdrawals",
        body: { quoteId: quote.quoteId },
        status: 201,
        headers: { "x-proof": asked.json().proof },
      };
      await expectUnknownThenDone(token, write, where);
      expect(Number((await usdOf(owner.customer)).rows)).toBe(before + 1);
    },
  );

  test.each(["before", "after"] as const)(
    "a cancellation returns the money once if the response is lost %s the commit",
    async (where) => {
      const owner = await desk.ready();
      const { id } = await desk.withdrawn(owner);
      const url = `/api/wallet/withdrawals/${id}/cancel`;
      const token = await freshToken(owner.customer);
      await expectUnknownThenDone(token, { url, body: {}, status: 200 }, where);
      expect(await desk.stageOf(owner, id)).toBe("cancelled");
      const [dollars] = (await app.call(owner.customer, "GET /api/wallet")).body.balances;
      expect(dollars).toEqual({ currency: "USD", available: "1000.00", held: "0.00" });
    },
  );

  test.each(["before", "after"] as const)(
    "approving an adjustment moves the money once if the response is lost %s the commit",
    async (where) => {
      const customer = await app.newCustomer({ USD: 10_000n });
      const terms = { currency: "USD", direction: "credit", amount: "12.50" };
      const why = { reason: "Fee charged twice", reference: "CASE-17" };
      const path = `POST /api/admin/customers/cus_${customer.customerId}/corrections` as const;
      const support = await app.newOperator("support");
      const proposed = await app.call(support, path, { ...terms, ...why }, { key: newId() });
      const { id } = expectStatus(proposed, 201).body;
      const token = await freshToken(await app.newOperator("reviewer"));
      const url = `/api/admin/corrections/${id}/approve`;
      await expectUnknownThenDone(token, { url, body: { revision: 1 }, status: 200 }, where);
      const [dollars] = (await app.call(customer, "GET /api/wallet")).body.balances;
      expect(dollars).toMatchObject({ currency: "USD", available: "112.50" });
    },
  );

  test.each(["before", "after"] as const)(
    "replacing a card issues one card if the response is lost %s the commit",
    async (where) => {
      const owner = await newOwner();
      const { customer, card } = owner;
      const token = await freshToken(customer);
      const proved = await losing.server.inject({
        method: "POST",
        url: "/api/auth/proof",
        headers: { authorization: `Bearer ${token}` },
        payload: { password: customer.password },
      });
      const write = {
        url: `/api/cards/${card.id}/replace`,
        body: { reason: "lost" },
        status: 201,
        headers: { "x-proof": proved.json().proof },
      };
      await expectUnknownThenDone(token, write, where);
      expect(await standing(owner)).toMatchObject({ card: "0.00", status: "closed", cards: "2" });
    },
  );
});
