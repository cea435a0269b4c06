import { afterAll, beforeAll, expect, test } from "vitest";
import { versionsWithNewTerms } from "../../identity/legal/legal-versions.fixtures.ts";
import { openSession } from "../../identity/sessions/index.ts";
import { subjectOf } from "../../money-movement/payouts/withdrawals.routes.fixtures.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { newToken } from "../role-things.ts";
import { expectStatus, fund, openCard, openingFeeFor, SEGMENTS } from "../test-cards.ts";
import { withdrawerFor } from "../test-withdrawals.ts";

const SECOND_FROM = new Date(Date.now() + 86_400_000);
const versions = versionsWithNewTerms(SECOND_FROM);
const TERMS = { text: "terms", locale: "en" } as const;

let app: CardsApp;
/** A customer who registered under the first version and has a card with money on it. */
let ada: TestCustomer;
let ben: TestCustomer;
let cardId: string;
let quoteId: string;
let done: { readonly key: string; readonly quoteId: string; readonly movementId: string };
const applied = { key: newId(), cardId: "" };
const deposited = { key: newId(), id: "" };

const EXCHANGE = { from: "USD", to: "EUR", sell: "5.00" };
const DEPOSIT = { asset: "USDT", network: "TRC20", amount: "100.00" };

async function quoted(customer: TestCustomer, operation: "deposit" | "withdraw", amount = "5.00") {
  return app.call(customer, `POST /api/cards/${cardId}/quote`, { operation, amount });
}

function apply(customer: TestCustomer, key: string) {
  const segmentId = SEGMENTS.mastercardStandardUsd;
  const body = { segmentId, billingAddress: "auto", openingFee: openingFeeFor(segmentId) };
  return app.call(customer, "POST /api/card-applications", body, { key });
}

const accept = (customer: TestCustomer, ...texts: readonly object[]) =>
  app.call(customer, "POST /api/legal/acceptances", { texts });
const outstanding = async (customer: TestCustomer) =>
  (await app.call(customer, "GET /api/legal/outstanding")).body;
const termsOf = async (customer: TestCustomer) =>
  (await app.call(customer, "GET /api/legal/acceptances")).body.data
    .filter(({ text }: { text: string }) => text === "terms")
    .map(({ version }: { version: number }) => version);

/** Sets the clock to the given number of milliseconds after the second version takes effect. */
function moveTo(offsetMs: number): void {
  app.clock.advance((SECOND_FROM.getTime() + offsetMs - app.clock.now().getTime()) / 1_000);
}

beforeAll(async () => {
  app = await createCardsApp({}, { legalVersions: versions });
  ada = await app.newCustomer();
  ben = await app.newCustomer();
  ({ id: cardId } = await openCard(app, ada));
  await fund(app, ada, { id: cardId }, 20_000n);
  const key = newId();
  const quote = expectStatus(await quoted(ada, "deposit"), 201).body;
  const path = `POST /api/cards/${cardId}/deposit` as const;
  const charge = await app.call(ada, path, { quoteId: quote.quoteId }, { key });
  done = { key, quoteId: quote.quoteId, movementId: expectStatus(charge, 201).body.movementId };
  applied.cardId = expectStatus(await apply(ada, applied.key), 201).body.cardId;
  const opened = await app.call(ada, "POST /api/wallet/deposits", DEPOSIT, { key: deposited.key });
  deposited.id = expectStatus(opened, 201).body.id;
});
afterAll(() => app?.close());

test("legal acceptance: a new version needs no acceptance until it is in force", async () => {
  expect(await outstanding(ada)).toMatchObject({ texts: [] });
  moveTo(-60_000);
  const before = await outstanding(ada);
  expect(before.texts).toEqual([]);
  expect(before.nextVersionInSeconds).toBeGreaterThan(50);
  expect(before.nextVersionInSeconds).toBeLessThanOrEqual(60);
  ({ quoteId } = expectStatus(await quoted(ada, "deposit"), 201).body);
  moveTo(0);
  expect((await outstanding(ada)).texts).toEqual([
    {
      text: "terms",
      version: 2,
      effectiveFrom: SECOND_FROM.toISOString(),
      changes: "terms changed",
      acceptedVersion: 1,
    },
  ]);
});

test("legal acceptance: the list shows past, current and future versions", async () => {
  const headers = { "accept-language": "zh-TW" };
  const { body } = await app.call(undefined, "GET /api/legal/versions", undefined, { headers });
  expect(body.nextCursor).toBeNull();
  expect(body.data.slice(0, 4)).toMatchObject([
    { text: "terms", version: 3, status: "upcoming", changes: "terms 已變更" },
    { text: "terms", version: 2, status: "in_force", effectiveFrom: SECOND_FROM.toISOString() },
    { text: "terms", version: 1, status: "earlier", changes: null },
    { text: "privacy", version: 1, status: "in_force" },
  ]);
});

test("legal acceptance: the list of versions is paged", async () => {
  const first = await app.call(undefined, "GET /api/legal/versions?limit=2");
  const cursor = encodeURIComponent(first.body.nextCursor);
  const second = await app.call(undefined, `GET /api/legal/versions?limit=2&cursor=${cursor}`);
  expect(second.body.data.map(({ text }: { text: string }) => text)).toEqual(["terms", "privacy"]);
});

test("legal acceptance: without it, applications, deposits and exchanges fail", async () => {
  const balance = async () =>
    (await app.call(ada, "GET /api/wallet?currency=USD")).body.balances[0].available;
  const before = await balance();
  const refused = [
    await apply(ada, newId()),
    await quoted(ada, "deposit"),
    await app.call(ada, `POST /api/cards/${cardId}/deposit`, { quoteId }, { key: newId() }),
    await app.call(ada, "POST /api/wallet/deposits", DEPOSIT, { key: newId() }),
    await app.call(ada, "POST /api/wallet/exchanges/quote", EXCHANGE),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    refused.map(() => [409, "acceptance_required"]),
  );
  expect(refused[0]?.body.message).toContain("Accept the new version first");
  expect(await balance()).toBe(before);
});

test("legal acceptance: not required for viewing, support, or withdrawals", async () => {
  const out = expectStatus(await quoted(ada, "withdraw"), 201).body.quoteId;
  const path = `POST /api/cards/${cardId}/withdraw` as const;
  expectStatus(await app.call(ada, path, { quoteId: out }, { key: newId() }), 201);
  const { addressId } = await withdrawerFor(app.context, {
    ...ada,
    token: await newToken(app, ada),
  });
  const wanted = { addressId, amount: "10.00" };
  const quote = await app.call(ada, "POST /api/wallet/withdrawals/quote", wanted);
  const subject = subjectOf(expectStatus(quote, 201).body);
  const { password } = ada;
  const { proof } = (await app.call(ada, "POST /api/auth/proof", { password, subject })).body;
  const paid = { key: newId(), headers: { "x-proof": proof } };
  const body = { quoteId: quote.body.quoteId };
  expectStatus(await app.call(ada, "POST /api/wallet/withdrawals", body, paid), 201);
  expectStatus(await app.call(ada, `POST /api/cards/${cardId}/freeze`), 200);
  expectStatus(await app.call(ada, `POST /api/cards/${cardId}/unfreeze`), 200);
  expectStatus(await app.call(ada, `GET /api/cards/${cardId}`), 200);
  const asked = { subject: "The new terms", text: "What changed?" };
  const conversation = app.call(ada, "POST /api/support/conversations", asked, { key: newId() });
  expectStatus(await conversation, 201);
  const close = `POST /api/cards/${applied.cardId}/close` as const;
  expectStatus(await app.call(ada, close, {}, { key: newId() }), 200);
});

test("legal acceptance: without it, a retry of an earlier success gets its response", async () => {
  const path = `POST /api/cards/${cardId}/deposit` as const;
  const again = await app.call(ada, path, { quoteId: done.quoteId }, { key: done.key });
  expect(expectStatus(again, 201).body.movementId).toBe(done.movementId);
  expect(expectStatus(await apply(ada, applied.key), 201).body.cardId).toBe(applied.cardId);
  const key = deposited.key;
  const opened = await app.call(ada, "POST /api/wallet/deposits", DEPOSIT, { key });
  expect(expectStatus(opened, 201).body.id).toBe(deposited.id);
});

test.each([
  ["an earlier version", [{ ...TERMS, version: 1 }]],
  ["a version of the future", [{ ...TERMS, version: 3 }]],
  ["an unknown version", [{ ...TERMS, version: 99 }]],
  [
    "the version in force together with a stale one",
    [
      { ...TERMS, version: 2 },
      { text: "privacy", version: 2, locale: "en" },
    ],
  ],
])("legal acceptance: accepting %s is rejected and records nothing", async (_, texts) => {
  const refused = await accept(ada, ...texts);
  expect(refused).toMatchObject({ status: 409, body: { code: "legal_version_not_in_force" } });
  expect(await termsOf(ada)).toEqual([1]);
});

test("legal acceptance: a request that names a text twice is rejected", async () => {
  const twice = await accept(
    ada,
    { ...TERMS, version: 2 },
    { ...TERMS, version: 2, locale: "zh-CN" },
  );
  expect(twice).toMatchObject({ status: 400, body: { fields: [{ path: "texts.1.text" }] } });
});

test("legal acceptance: after it, a rejected call succeeds when retried with its key", async () => {
  const key = newId();
  const before = await app.call(ada, "POST /api/wallet/deposits", DEPOSIT, { key });
  expect(before).toMatchObject({ status: 409, body: { code: "acceptance_required" } });
  const headers = { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36" };
  const body = { texts: [{ ...TERMS, version: 2, locale: "zh-TW" }] };
  const accepted = await app.call(ada, "POST /api/legal/acceptances", body, { headers });
  expect(expectStatus(accepted, 200).body.texts).toEqual([]);
  expectStatus(await app.call(ada, "POST /api/wallet/deposits", DEPOSIT, { key }), 201);
  expectStatus(await quoted(ada, "deposit"), 201);
  const [latest] = (await app.call(ada, "GET /api/legal/acceptances")).body.data;
  expect(latest).toMatchObject({
    text: "terms",
    version: 2,
    locale: "zh-TW",
    source: "console",
    browser: "chrome",
    system: "windows",
    network: "127.0.0.0/24",
  });
  const [{ text_sha256: digest } = {}] = await app.context.db.sql`
    select text_sha256 from legal_acceptance
    where person_id = ${ada.userId} and text = 'terms' and version = 2`;
  expect(digest).toBe(versions.terms[1]?.sha256["zh-TW"]);
});

test("legal acceptance: a repeat, even from two tabs at once, keeps the first record", async () => {
  const visitor = { ip: "127.0.0.1", device: "test", remember: false };
  const { context } = app;
  await inTransaction(context.db, (tx) => openSession(context, tx, ben.userId, visitor));
  expect(await app.call(ben, "POST /api/wallet/deposits", DEPOSIT, { key: newId() })).toMatchObject(
    {
      status: 409,
    },
  );
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => accept(ben, { ...TERMS, version: 2 })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const [first] = (await app.call(ben, "GET /api/legal/acceptances")).body.data;
  app.clock.advance(60);
  expectStatus(await accept(ben, { ...TERMS, version: 2, locale: "zh-CN" }), 200);
  expect((await app.call(ben, "GET /api/legal/acceptances")).body.data[0]).toEqual(first);
  expect(await termsOf(ben)).toEqual([2, 1]);
  const acts = await app.context.db.sql`
    select data ->> 'texts' as texts from ledger.audit
    where action = 'legal.accept' and customer_id = ${ben.customerId}`;
  expect(acts).toEqual([{ texts: "terms 2" }]);
});

test("legal acceptance: only the customer and operators can read the records", async () => {
  const operator = await app.newOperator("auditor");
  const path = `GET /api/admin/customers/cus_${ada.customerId}/acceptances` as const;
  const own = await app.call(ada, "GET /api/legal/acceptances");
  expect(expectStatus(await app.call(operator, path), 200).body).toEqual(own.body);
  expect((await app.call(ben, path)).status).toBe(403);
});

test("legal acceptance: the application can neither change nor delete a record", async () => {
  const { sql } = app.context.db;
  await expect(sql`update legal_acceptance set version = 9`).rejects.toThrow("permission denied");
  await expect(sql`delete from legal_acceptance`).rejects.toThrow("permission denied");
});
