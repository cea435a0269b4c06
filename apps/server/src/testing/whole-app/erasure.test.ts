import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CLOSING_COOLING_DAYS } from "@tessera/contract/identity/closing-figures";
import { formatAmount } from "@tessera/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { HolderFacts } from "../../adapters/issuer/holder-facts.ts";
import { expireDueReviews } from "../../authorization/approvals/expire-reviews.ts";
import { findHolderRow, insertHolder } from "../../cards/issuance/holder.repository.ts";
import { openFacts, sealFacts } from "../../cards/issuance/holder-seal.ts";
import {
  ask as askToCloseAccount,
  stored,
} from "../../identity/account-closing/account-closing.fixtures.ts";
import { settleClosings } from "../../identity/account-closing/settle-closings.ts";
import { ask, codeTo } from "../../identity/email-change/email-change.fixtures.ts";
import { eraseDueCustomers } from "../../identity/retention/erase-customer.ts";
import { selectHoldings } from "../../money-movement/holdings/index.ts";
import { anyAddress } from "../../money-movement/payouts/withdrawals.fixtures.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { newId } from "../../platform/ids.ts";
import { ERASE_AFTER_CLOSING_DAYS } from "../../platform/retention.policy.ts";
import { createPracticeBooks } from "../../simulator/scenarios/index.ts";
import { simulatorCalls } from "../../simulator/scenarios/simulator.fixtures.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { runHere } from "../command-home.ts";
import { canariesIn, canariesInDatabase, canariesInFiles } from "../find-canaries.ts";
import { readAudit } from "../read-audit.ts";
import { SoftAuthenticator } from "../soft-authenticator.ts";
import { expectStatus, fund, network, revealed, SEGMENTS, step } from "../test-cards.ts";
import { sendTestDocument } from "../test-reviews.ts";
import { ruleOver } from "../test-strategies.ts";

const rootKey = randomBytes(32);
/** The planted strings, keyed by the field in which they were planted. */
const canaries = new Map<string, string>();

let app: CardsApp;
let ada: TestCustomer;
/** Another customer, whose data must remain. */
let ben: TestCustomer;
let support: TestCustomer;
let reviewer: TestCustomer;
let administrator: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp({}, { rootKey });
  [ada, ben] = [await app.newCustomer(), await app.newCustomer()];
  support = await app.newOperator("support");
  reviewer = await app.newOperator("reviewer");
  administrator = await app.newOperator("administrator");
  await writeFile(join(app.context.config.dataDir, "tessera.key"), rootKey.toString("base64"));
});
afterAll(() => app?.close());

/** Returns a unique string, and records the field in which it is planted. */
function planted(where: string, form: (token: string) => string = (token) => token): string {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const token = [...randomBytes(12)].map((byte) => letters[byte % 26]).join("");
  const text = form(token);
  canaries.set(where, text);
  return text;
}

async function post(who: TestCustomer, path: string, body: object, headers = {}) {
  const answer = await app.call(who, `POST ${path}`, body, { key: newId(), headers });
  expect([200, 201, 202, 204], `${path}: ${answer.text}`).toContain(answer.status);
  return answer.body;
}

const proofOf = async (subject: object) =>
  (await post(ada, "/api/auth/proof", { password: ada.password, subject })).proof as string;

/** Plants the customer's names, devices and second factors. */
async function plantInAccount(): Promise<void> {
  canaries.set("first email", ada.email);
  canaries.set("first username", ada.username);
  // Leaves an action under the customer's former username in a row that is never deleted.
  const { data: cards } = expectStatus(await app.call(ada, "GET /api/cards"), 200).body;
  await post(ada, `/api/cards/${cards[0].id}/freeze`, {});
  const email = planted("email", (token) => `${token}@example.com`);
  expectStatus(await ask(app, ada, email), 201);
  await post(ada, "/api/email-change/confirm", { code: await codeTo(app, email) });
  // Adds a withdrawn invitation that would have made the customer an operator.
  await withDatabase(
    app.database.ownerUrl,
    ({ sql }) => sql`
      insert into operator_invitation (id, email, role, locale, token_hash, status, revision,
        inviter_id, invited_by, invited_at, sent_at, expires_at, ended_at, ended_by)
      values (${newId()}, ${ada.email}, 'support', 'en', ${randomBytes(32)}, 'withdrawn', 1,
        ${administrator.userId}, ${administrator.username}, now(), now(), now(), now(), 'system')`,
  );
  await app.context.db.sql`
    insert into proposal (id, kind, terms, reason, status, proposer_id, proposed_by, proposed_at,
      expires_at, client_key)
    values (${newId()}, 'operator_invite', jsonb_build_object('email', ${ada.email}::text),
      'A colleague', 'waiting', ${administrator.userId}, ${administrator.username}, now(), now(),
      ${newId()})`;
  const name = planted("username", (token) => `ada-${token}`);
  const headers = { "x-proof": await app.prove(ada) };
  expectStatus(await app.call(ada, "PUT /api/auth/username", { username: name }, { headers }), 200);
  const agent = planted("user agent", (token) => `Mozilla/5.0 (X11; Linux x86_64) ${token}/1.0`);
  const address = "198.51.100.213";
  canaries.set("ip address", address);
  const signIn = async (password: string) =>
    app.app.server.inject({
      method: "POST",
      url: "/api/customer/login",
      headers: { "user-agent": agent, "content-type": "application/json" },
      payload: JSON.stringify({ username: name, password }),
      remoteAddress: address,
    });
  expect((await signIn("a wrong password indeed")).statusCode).toBe(401);
  expect((await signIn(ada.password)).statusCode).toBe(200);
  ada = { ...ada, username: name };
}

async function plantInCards(): Promise<void> {
  const address = (of: string) => ({
    line1: planted(`${of}: street`),
    line2: planted(`${of}: second line`),
    city: planted(`${of}: city`),
    region: planted(`${of}: region`),
    postalCode: planted(`${of}: postal code`),
    country: "US",
  });
  await giveHolder(address("holder"));
  const segmentId = SEGMENTS.mastercardStandardUsd;
  const body = {
    segmentId,
    nickname: planted("card's nickname"),
    billingAddress: address("billing address"),
    openingFee: "1.50",
  };
  const { cardId } = await post(ada, "/api/card-applications", body);
  const { revision } = (await app.call(ada, `GET /api/cards/${cardId}`)).body;
  const label = {
    revision,
    nickname: planted("card's second nickname"),
    tags: [planted("card's tag")],
  };
  expectStatus(await app.call(ada, `PUT /api/cards/${cardId}/label`, label), 200);
  const card = await revealed(app, ada, cardId);
  await fund(app, ada, card, 20_000n);
  const paid = await network(app, "authorize", card, { amount: "3.00" });
  expectStatus(await step(app, "clear", paid.authorizationId, "3.00"), 200);
  const rule = { name: planted("rule's name"), rule: ruleOver("5.00") };
  const strategy = await post(ada, "/api/risk/strategies", rule);
  await post(ada, `/api/risk/strategies/${strategy.id}/status`, { status: "active" });
  await network(app, "authorize", card, { amount: "9.00" });
  const revised = { name: planted("rule's second name"), rule: ruleOver("6.00"), basedOn: 1 };
  expectStatus(await app.call(ada, `PUT /api/risk/strategies/${strategy.id}`, revised), 200);
  const review = { name: planted("review rule"), rule: ruleOver("4.00", { action: "review" }) };
  const second = await post(ada, "/api/risk/strategies", review);
  await post(ada, `/api/risk/strategies/${second.id}/status`, { status: "active" });
  await network(app, "authorize", card, { amount: "5.00" });
  await simulatorCalls(app).begin(ada);
  const frozen = { reason: "suspected_fraud", note: planted("note of a freeze") };
  await post(support, `/api/operator/cards/${cardId}/freeze`, frozen);
}

/**
 * Adds the passkey. This comes last because, from then on, a password is no longer enough for a
 * step-up token.
 */
async function plantPasskey(): Promise<void> {
  const path = "/api/auth/factors/passkeys";
  const { proof } = await post(ada, "/api/auth/proof", { password: ada.password });
  const { challenge } = await post(ada, `${path}/begin`, {}, { "x-proof": proof });
  const credential = new SoftAuthenticator().attest({ challenge });
  await post(ada, path, { name: planted("passkey's name"), credential });
}

/**
 * Stores sealed cardholder details, as an issuer might require. The sandbox's issuer does not
 * require any.
 */
async function giveHolder(address: object): Promise<void> {
  const facts = {
    legalName: { first: planted("holder's first name"), last: planted("holder's last name") },
    birthDate: "1971-03-09",
    phone: "+14155550173",
    address,
  };
  canaries.set("holder's birth date", facts.birthDate);
  canaries.set("holder's phone", facts.phone);
  const { keys, db, clock } = app.context;
  const sealed = sealFacts(keys, ada.customerId, facts as HolderFacts);
  const holder = { customerId: ada.customerId, revision: 1, sealed };
  await insertHolder(db.kysely, holder, clock.now());
}

async function plantInSupport(): Promise<void> {
  const upload = await app.app.server.inject({
    method: "POST",
    url: "/api/support/attachments",
    headers: { authorization: `Bearer ${ada.token}`, "content-type": "text/plain" },
    payload: planted("attachment's content"),
  });
  const name = planted("attachment's name", (token) => `${token}.txt`);
  const asked = {
    subject: planted("conversation's subject"),
    text: planted("message"),
    attachments: [{ id: JSON.parse(upload.body).id, name }],
  };
  const { id } = await post(ada, "/api/support/conversations", asked);
  const desk = `/api/admin/support/conversations/${id}`;
  await post(support, `${desk}/messages`, { text: planted("support's answer") });
  await post(support, `${desk}/notes`, { text: planted("note in a conversation") });
}

async function plantInReviews(): Promise<void> {
  const cus = `cus_${ada.customerId}`;
  const flag = { customerId: cus, flagged: true, reason: planted("reason of a flag") };
  await post(administrator, "/api/admin/review-flags", flag);
  const body = {
    segmentId: SEGMENTS.mastercardStandardUsd,
    nickname: planted("nickname under review"),
    billingAddress: "auto",
    openingFee: "1.50",
  };
  await post(ada, "/api/card-applications", body);
  const { data } = expectStatus(await app.call(ada, "GET /api/reviews?turn=us"), 200).body;
  const id = data.find(({ kind }: { kind: string }) => kind === "card_application").id;
  const desk = `/api/admin/reviews/${id}`;
  await post(reviewer, `${desk}/notes`, { text: planted("note in a case") });
  const ask = { items: ["identity"], days: 7, note: planted("question of a case") };
  await post(reviewer, `${desk}/ask`, { ...ask, revision: 1 });
  const bytes = Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n` +
      `2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]` +
      `/Name(${planted("document's content")})>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
  const name = planted("document's name", (token) => `${token}.pdf`);
  expectStatus(await sendTestDocument(app, ada, id, { bytes, name }), 201);
  await post(ada, `/api/reviews/${id}/answer`, { text: planted("answer to a case") });
  const { revision } = (await app.call(reviewer, `GET ${desk}`)).body;
  const reject = { revision, reason: planted("reason of a rejection") };
  await post(reviewer, `${desk}/reject`, reject);
  await post(ada, `/api/reviews/${id}/appeal`, { text: planted("appeal") });
}

async function plantByOperators(): Promise<void> {
  const path = `/api/admin/customers/cus_${ada.customerId}`;
  await post(support, `${path}/notes`, { text: planted("note about a customer") });
  const terms = {
    direction: "credit",
    amount: "1.00",
    currency: "USD",
    reason: planted("correction's reason"),
    reference: planted("correction's reference"),
  };
  const { id } = await post(support, `${path}/corrections`, terms);
  await post(reviewer, `/api/admin/corrections/${id}/approve`, { revision: 1 });
  await post(ada, "/api/logs/export", { q: planted("question of an export") });
}

/** Requests an archive of all data. The archive is sealed and must also be erased. */
async function requestArchive(): Promise<void> {
  const { proof } = await post(ada, "/api/auth/proof", { password: ada.password });
  await post(ada, "/api/my-data/archives", {}, { "x-proof": proof });
}

async function plantInWithdrawals(): Promise<void> {
  const address = anyAddress("TRC20");
  canaries.set("withdrawal's address", address);
  const adding = await proofOf({ operation: "payout_address", address, network: "TRC20" });
  const body = { label: planted("address's label"), network: "TRC20", address };
  const { id } = await post(ada, "/api/wallet/addresses", body, { "x-proof": adding });
  const renamed = { label: planted("address's second label") };
  expectStatus(await app.call(ada, `PUT /api/wallet/addresses/${id}`, renamed), 200);
  app.clock.advance(8 * 86_400);
  const asked = { addressId: id, amount: "20.00" };
  const quote = await post(ada, "/api/wallet/withdrawals/quote", asked);
  const { quoteId, amount, currency } = quote;
  const proof = await proofOf({ operation: "withdrawal", quoteId, amount, currency, address });
  await post(ada, "/api/wallet/withdrawals", { quoteId }, { "x-proof": proof });
  const deposit = { asset: "USDT", network: "TRC20", amount: "100.00" };
  const { address: own } = await post(ada, "/api/wallet/deposits", deposit);
  canaries.set("deposit's address", own);
}

/**
 * Pays out all but a few cents of the balance, or everything, through adjustments under dual
 * control, as support would.
 */
async function payOut(leastMinor = 100n): Promise<void> {
  const holdings = await selectHoldings(app.context.db.kysely, ada.customerId);
  const { sql } = app.context.db;
  for (const { accountId, kind, currency, postedMinor, heldMinor } of holdings) {
    let left = postedMinor - heldMinor;
    const [card] = await sql<
      { id: string }[]
    >`select id from card where card_account = ${accountId}`;
    while (kind !== "debt" && left >= leastMinor) {
      const part = left > 1_000_000n ? 1_000_000n : left;
      const terms = {
        ...{ direction: "debit", amount: formatAmount(part, currency), currency },
        ...{ reason: "Paid out before closing", reference: "CASE-20" },
        ...(card !== undefined && { cardId: `card_${card.id}` }),
      };
      const path = `/api/admin/customers/cus_${ada.customerId}/corrections`;
      const { id } = await post(support, path, terms);
      await post(reviewer, `/api/admin/corrections/${id}/approve`, { revision: 1 });
      left -= part;
    }
  }
}

/** Credits three cents to the closed account. */
async function giveCents(): Promise<void> {
  const terms = {
    ...{ direction: "credit", amount: "0.03", currency: "USD" },
    ...{ reason: "Returned by a merchant", reference: "CASE-21" },
  };
  const path = `/api/admin/customers/cus_${ada.customerId}/corrections`;
  const { id } = await post(support, path, terms);
  await post(reviewer, `/api/admin/corrections/${id}/approve`, { revision: 1 });
}

/** Decides the customer's remaining cases. A second operator decides the appeal. */
async function endCases(): Promise<void> {
  const second = await app.newOperator("reviewer");
  const list = `GET /api/admin/reviews?customerId=cus_${ada.customerId}` as const;
  const { data } = expectStatus(await app.call(second, list), 200).body;
  for (const { id, revision, status } of data) {
    if (["open", "in_review", "waiting_customer"].includes(status)) {
      const refusal = { revision, reason: "The account is closing" };
      await post(second, `/api/admin/reviews/${id}/reject`, refusal);
    }
  }
}

/** Requests the closure of the account as soon as nothing blocks it. */
async function askToClose(): Promise<void> {
  const { data } = expectStatus(await app.call(ada, "GET /api/cards"), 200).body;
  for (const { id } of data) {
    await post(support, `/api/operator/cards/${id}/unfreeze`, { note: "No fraud" });
  }
  await endCases();
  await payOut();
  expectStatus(await askToCloseAccount(app, ada), 201);
}

/**
 * Advances the clock past the cooling-off period and pending cases, until the account is closed.
 */
async function close(): Promise<void> {
  app.clock.advance(CLOSING_COOLING_DAYS * 86_400 + 1);
  for (let day = 0; day < 60 && (await stored(app, ada)).state !== "closed"; day += 1) {
    app.clock.advance(86_400);
    await expireDueReviews(app.context);
    await endCases();
    await payOut();
    await settleClosings(app.context);
  }
  const { body } = await app.call(administrator, `GET /api/admin/customers/cus_${ada.customerId}`);
  expect(body.accountClosing).toMatchObject({ state: "closed", waitsFor: [] });
}

/**
 * Reads everything about the customer that the keys can decrypt: tables, audit events and files.
 */
async function readEverything(): Promise<string[]> {
  const cus = `cus_${ada.customerId}`;
  const { customerId } = ada;
  const texts = [JSON.stringify(await readAudit(app.context, { customerId }))];
  const holder = await findHolderRow(app.context.db.kysely, customerId);
  if (holder !== undefined) {
    texts.push(JSON.stringify(openFacts(app.context.keys, customerId, holder.sealed)));
  }
  const read = async (who: TestCustomer, path: string) => {
    const answer = await app.call(who, `GET ${path}`);
    expect(answer.status, path).toBeLessThan(500);
    texts.push(answer.text);
    return answer.body;
  };
  const lists = ["", "/cards", "/movements", "/risk", "/records", "/acceptances", "/notes"];
  for (const list of lists) {
    await read(administrator, `/api/admin/customers/${cus}${list}`);
  }
  const { data } = await read(administrator, `/api/admin/reviews?customerId=${cus}`);
  for (const { id } of data) {
    const { documents = [] } = await read(administrator, `/api/admin/reviews/${id}`);
    for (const document of documents) {
      await read(administrator, `/api/admin/review-documents/${document.id}`);
    }
  }
  const talks = await read(support, `/api/admin/support/conversations?customerId=${cus}`);
  for (const { id } of talks.data) {
    const said = await read(support, `/api/admin/support/conversations/${id}/messages`);
    for (const { attachments = [] } of said.data) {
      for (const file of attachments) {
        await read(support, `/api/admin/support/attachments/${file.id}`);
      }
    }
  }
  return texts;
}

const commandEnv = () => ({
  DATA_DIR: app.context.config.dataDir,
  DATABASE_URL: app.database.appUrl,
  DATABASE_OWNER_URL: app.database.ownerUrl,
  LOG_LEVEL: "silent",
});
const command = (...args: readonly string[]) => runHere(args, { env: commandEnv() });

const QUIET_MS = 3_000;

/** Waits until no email has been in progress for a few seconds. */
async function mailsAreSent(): Promise<void> {
  const { sql } = app.context.db;
  let quietSince: number | undefined;
  const isQuiet = async () => {
    const waiting = await sql`
      select from jobs.job where name = 'mail' and state in ('created', 'retry', 'active')`;
    const now = performance.now();
    quietSince = waiting.length === 0 ? (quietSince ?? now) : undefined;
    return quietSince !== undefined && now - quietSince > QUIET_MS;
  };
  await expect.poll(isQuiet, { timeout: 120_000 }).toBe(true);
}

/** Plants all strings through the API. */
async function plantAll(): Promise<void> {
  await plantInCards();
  await plantInAccount();
  await plantInSupport();
  await plantInReviews();
  await plantByOperators();
  await plantInWithdrawals();
  await requestArchive();
  await askToClose();
  await plantPasskey();
}

/**
 * Searches for the customer's data in the tables, in decrypted data, in a new backup and in every
 * file.
 */
async function search(backup: string, practiceUrl: string) {
  const folder = app.context.config.dataDir;
  const tables = Object.fromEntries(await canariesInDatabase(app.database.ownerUrl, canaries));
  const readings = canariesIn((await readEverything()).join("\n"), canaries);
  expect(await command("backup", join(folder, backup))).toMatchObject({ code: 0 });
  return {
    tables,
    readings,
    files: Object.fromEntries(await canariesInFiles(folder, canaries)),
    practice: Object.fromEntries(await canariesInDatabase(practiceUrl, canaries)),
    logs: canariesIn(app.logs.join("\n"), canaries),
  };
}

it("erasure: no trace of the customer remains in any table, dump, log line or file", async () => {
  await plantAll();
  expect(canaries.size).toBeGreaterThanOrEqual(40);
  const practiceUrls = await app.practiceDatabase();
  const practiceUrl = practiceUrls?.ownerUrl ?? "";
  const practice = createPracticeBooks(app.context, async () => practiceUrls?.appUrl ?? "");

  // Before the erasure, the search must find each string where it was planted, which proves that
  // the search works. Sealed rows contain none of the strings in readable form.
  const before = await search("before", practiceUrl);
  const found = new Set([...Object.values(before.tables).flat(), ...before.readings]);
  expect([...canaries.keys()].filter((name) => !found.has(name))).toEqual([]);
  const sealedTables = ["ledger.audit", "ledger.movement", "ledger.movement_history"];
  expect(sealedTables.filter((name) => name in before.tables)).toEqual([]);
  expect(Object.values(before.files).flat()).toContain("note about a customer");
  expect(Object.values(before.practice).flat()).toContain("rule's second name");

  await close();
  app.clock.advance(ERASE_AFTER_CLOSING_DAYS * 86_400 - 3_600);
  expect(await eraseDueCustomers(app.context, practice)).toBe(0);
  // Such a long clock jump ends many holds and cases, which triggers emails. This waits until they
  // have been sent.
  await mailsAreSent();
  app.clock.advance(7_200);
  // Three cents that arrive last would belong to nobody.
  await giveCents();
  expect(await eraseDueCustomers(app.context, practice)).toBe(0);
  await payOut(1n);
  expect(await eraseDueCustomers(app.context, practice)).toBe(1);
  expect(await eraseDueCustomers(app.context, practice)).toBe(0);
  await practice.close();

  await rm(join(app.context.config.dataDir, "before"));
  expect(await search("after", practiceUrl)).toEqual({
    tables: {},
    readings: [],
    files: {},
    practice: {},
    logs: [],
  });
  const verified = await command("verify");
  expect(verified).toMatchObject({ code: 0, err: "" });
  expect(verified.out).toContain("Everything holds.");
  const others = await app.call(ben, "GET /api/auth/profile");
  expect(others.text).toContain(ben.email);
}, 300_000);
