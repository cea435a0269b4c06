import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, buildApp } from "../../app.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { expectStatus, openCard, readCard, type TestCard } from "../test-cards.ts";

const CALLS = 40;

let app: CardsApp;
let owner: postgres.Sql;
/**
 * Another instance of the server that uses the same database, with two slots for money calls and
 * short waiting times.
 */
let narrow: App;
beforeAll(async () => {
  app = await createCardsApp();
  owner = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
  const maxWaitMs = { read: 1, write: 1, money: 20 };
  const admission = { maxUnderWay: 2, maxMoneyUnderWay: 2, maxWaitMs };
  const { context } = app;
  const other = { ...context, db: { ...context.db } };
  narrow = await buildApp(other, { admission, maxEventLoopDelayMs: 0 });
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await narrow?.server.close();
  await owner?.end();
  await app?.close();
});

interface Charge {
  readonly quoteId: string;
  readonly key: string;
}

/** Creates quotes, each for loading 1.00 onto a card. */
async function quotes(customer: TestCustomer, card: TestCard, count: number) {
  const found: Charge[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { operation: "deposit", amount: "1.00" };
    const answer = await app.call(customer, `POST /api/cards/${card.id}/quote`, body);
    found.push({ quoteId: expectStatus(answer, 201).body.quoteId, key: `charge-${index}` });
  }
  return found;
}

async function charge(server: App, { token }: TestCustomer, card: TestCard, one: Charge) {
  const { statusCode, headers, body } = await server.server.inject({
    method: "POST",
    url: `/api/cards/${card.id}/deposit`,
    headers: { authorization: `Bearer ${token}`, "idempotency-key": one.key },
    payload: { quoteId: one.quoteId },
  });
  return { charge: one, status: statusCode, retryAfter: headers["retry-after"], body };
}

test("overload: charges get 503 and Retry-After, and no accepted charge is lost", async () => {
  const customer = await app.newCustomer();
  const card = await openCard(app, customer);
  const all = await quotes(customer, card, CALLS);
  const answers = await Promise.all(all.map((one) => charge(narrow, customer, card, one)));
  const taken = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(taken.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, retryAfter, body } of refused) {
    expect([status, JSON.parse(body).code]).toEqual([503, "overloaded"]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  expect((await readCard(app, customer, card)).balance).toBe(`${taken.length}.00`);

  for (const earlier of answers) {
    const again = await charge(app.app, customer, card, earlier.charge);
    expect(again.status).toBe(201);
    expect(earlier.status === 201 ? again.body : earlier.body).toBe(earlier.body);
  }
  expect((await readCard(app, customer, card)).balance).toBe(`${CALLS}.00`);
});

test("full disk: charges get 503 and Retry-After, and no accepted charge is lost", async () => {
  const customer = await app.newCustomer();
  const card = await openCard(app, customer);
  const [before, during] = await quotes(customer, card, 2);
  if (before === undefined || during === undefined) {
    throw new Error("no quotes");
  }
  expect((await charge(app.app, customer, card, before)).status).toBe(201);
  await owner.unsafe(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on ledger.movement
      for each row execute function no_room()`);
  const refused = await charge(app.app, customer, card, during);
  expect([refused.status, JSON.parse(refused.body).code]).toEqual([503, "unavailable"]);
  expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  expect((await readCard(app, customer, card)).balance).toBe("1.00");

  await owner.unsafe("drop trigger no_room on ledger.movement; drop function no_room()");
  expect((await charge(app.app, customer, card, during)).status).toBe(201);
  expect((await charge(app.app, customer, card, before)).status).toBe(201);
  expect((await readCard(app, customer, card)).balance).toBe("2.00");
});
