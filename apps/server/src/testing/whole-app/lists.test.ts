import { HELP_ARTICLES } from "@tessera/contract/back-office/help-articles.schemas";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { propose } from "../../cards/mandates/mandates.fixtures.ts";
import { openSession } from "../../identity/sessions/index.ts";
import { importStatements, writeSampleStatement } from "../../money-movement/bank/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { expectStatus, fund, network, openCard, type TestCard } from "../test-cards.ts";
import { openTestCase } from "../test-reviews.ts";
import { drafted, ruleOver, turn } from "../test-strategies.ts";
import { withdrawerFor } from "../test-withdrawals.ts";

const FIRST_ROWS = 3;

let app: CardsApp;
let customer: TestCustomer;
/** A customer whose requests are reviewed. */
let flagged: TestCustomer;
let operator: TestCustomer;
let card: TestCard;

/** A list, a caller who can read it, and a function that adds a row. */
interface List {
  readonly path: string;
  readonly reader: () => TestCustomer;
  readonly add?: () => Promise<unknown>;
}

const ofCustomer = (path: string, add?: () => Promise<unknown>): List => ({
  path,
  reader: () => customer,
  ...(add !== undefined && { add }),
});
const ofOperator = (path: string, add?: () => Promise<unknown>): List => ({
  path,
  reader: () => operator,
  ...(add !== undefined && { add }),
});

let voted = 0;
let signedUp = 0;
let charged = 0;
let tagged = 0;

async function addGrant() {
  const refused = await network(app, "authorize", card, { amount: "11.00" });
  const movementId = refused.authorizationId.replace("auth_", "mov_");
  const body = { movementId, kind: "allow_once", minutes: 60 };
  expectStatus(await app.call(customer, "POST /api/risk/grants", body), 201);
  // Uses up the one-time exception, so that the next payment is declined again.
  await network(app, "authorize", card, { amount: "11.00" });
}

async function addWithdrawal() {
  const owner = await withdrawerFor(app.context, customer);
  await owner.withdraw(await owner.quote("10.00"));
}

async function addAnswer() {
  signedUp += 1;
  const body = { name: `Answer ${"bca"[signedUp % 3]}${signedUp}`, texts: { en: "Hello" } };
  expectStatus(await app.call(operator, "POST /api/admin/support/canned-answers", body), 201);
}

async function addVote() {
  const article = HELP_ARTICLES[voted % HELP_ARTICLES.length];
  voted += 1;
  const body = { article, helped: true, locale: "en" };
  expectStatus(await app.call(customer, "POST /api/support/article-votes", body), 204);
}

function addSession() {
  const visitor = { ip: "127.0.0.1", device: "test", remember: false };
  return inTransaction(app.context.db, (tx) =>
    openSession(app.context, tx, customer.userId, visitor),
  );
}

/**
 * Adds a likely charge, since a merchant whose payment was declined twice is expected to try again.
 */
async function addLikelyCharge() {
  charged += 1;
  const merchant = { name: `Keen ${charged}`, mcc: "5734", country: "US" };
  for (const amount of ["11.00", "12.00"]) {
    await network(app, "authorize", card, { amount, merchant });
  }
}

async function addExport() {
  const days = { fromDay: "2026-01-01", toDay: "2027-12-31", timeZone: "UTC" };
  const body = { ...days, accounts: ["USD"], format: "csv" };
  expectStatus(await app.call(customer, "POST /api/reconciliation/exports", body), 201);
}

async function addArchive() {
  const path = "POST /api/my-data/archives" as const;
  const headers = { "x-proof": await app.prove(customer) };
  const { id } = expectStatus(await app.call(customer, path, undefined, { headers }), 201).body;
  await app.call(customer, `POST /api/my-data/archives/${id}/cancel`);
}

async function addConversation() {
  const body = { subject: "A question", text: "Why?" };
  expectStatus(await app.call(customer, "POST /api/support/conversations", body), 201);
}

async function addAnnouncement() {
  const body = { type: "info", title: "News", content: "<p>News</p>" };
  expectStatus(await app.call(operator, "POST /api/admin/announcements", body), 201);
}

const addPayment = () => network(app, "authorize", card, { amount: "5.00" });
const addDecline = () => network(app, "authorize", card, { amount: "11.00" });
const addCase = () => openTestCase(app, flagged);
const addCard = () => openCard(app, customer);

async function addTag() {
  tagged += 1;
  const { id } = await openCard(app, customer);
  const body = { nickname: null, tags: [`tag ${"bca"[tagged % 3]}${tagged}`] };
  expectStatus(await app.call(customer, `PUT /api/cards/${id}/label`, body), 200);
}
async function addStatement() {
  const { context } = app;
  const given = { customerId: customer.customerId, currency: "EUR" } as const;
  const text = Buffer.from(await writeSampleStatement(context, given));
  async function* open() {
    yield text;
  }
  await importStatements(context, open, { by: { actor: "test", requestId: null } });
}
async function addBreak() {
  const { db, clock } = app.context;
  const [run, id, at] = [newId(), newId(), clock.now()];
  await db.sql`
    insert into reconciliation_run (id, source, state, requested_at, ended_at)
    values (${run}, 'bank', 'completed', ${at}, ${at})`;
  await db.sql`
    insert into reconciliation_break (id, source, break_key, kind, asset, outside_minor,
      ledger_lines, outside_lines, occurred_at, state, first_seen_at, last_seen_at, last_run_id)
    values (${id}, 'bank', ${`entry:${id}`}, 'missing_in_ledger', 'EUR', 100, '[]', '[]', ${at},
      'open', ${at}, ${at}, ${run})`;
}
const addStrategy = () => drafted(app, customer, ruleOver("900.00"));
const addAddress = () => withdrawerFor(app.context, customer);
const addPerson = () => app.newOperator();

const LISTS: readonly List[] = [
  ofCustomer("/api/cards", addCard),
  ofCustomer("/api/card-tags", addTag),
  ofCustomer("/api/card-applications", addCard),
  ofCustomer("/api/card-segments"),
  ofCustomer("/api/risk/strategies", addStrategy),
  ofCustomer("/api/risk/grants", addGrant),
  ofCustomer("/api/wallet/addresses", addAddress),
  ofCustomer("/api/mandates", () => propose(app, customer)),
  ofCustomer("/api/wallet/assets", addCard),
  ofCustomer("/api/wallet/withdrawals", addWithdrawal),
  ofCustomer("/api/card-limits"),
  ofCustomer("/api/cards/{card}/holds", addPayment),
  ofCustomer("/api/cards/{card}/likely-charges", addLikelyCharge),
  ofCustomer("/api/cards/{card}/transactions", addPayment),
  ofCustomer("/api/transactions", addPayment),
  ofCustomer("/api/bills", addPayment),
  ofCustomer("/api/wallet/history", addWithdrawal),
  ofCustomer("/api/logs", addCard),
  ofCustomer("/api/risk/strategy-hits", addDecline),
  ofCustomer("/api/reconciliation/exports", addExport),
  ofCustomer("/api/my-data/archives", addArchive),
  { path: "/api/reviews", reader: () => flagged, add: addCase },
  ofCustomer("/api/support/conversations", addConversation),
  ofOperator("/api/admin/reviews", addCase),
  ofOperator("/api/admin/review-queues"),
  ofOperator("/api/admin/support/conversations", addConversation),
  ofOperator("/api/admin/announcements", addAnnouncement),
  ofOperator("/api/admin/customers/{customer}/cards", addCard),
  ofOperator("/api/admin/support/people", addPerson),
  ofOperator("/api/admin/support/canned-answers", addAnswer),
  ofOperator("/api/admin/support/article-votes", addVote),
  ofOperator("/api/admin/bank/statements", addStatement),
  ofOperator("/api/admin/bank/entries", addStatement),
  ofOperator("/api/admin/reconciliation/breaks", addBreak),
  ofOperator("/api/admin/programme/segments"),
  ofOperator("/api/admin/programme/fees"),
  ofOperator("/api/admin/programme/rules"),
  // This comes last, since opening many sessions ends the oldest ones.
  ofCustomer("/api/auth/sessions", addSession),
];

/** Lists that are sorted by name or number, or with the oldest first. */
const UNTIMED = /people$|breaks$|card-tags$|canned-answers$|article-votes$|likely-charges$|assets$/;

beforeAll(async () => {
  app = await createCardsApp();
  customer = await app.newCustomer({ USD: 100_000_000n });
  flagged = await app.newCustomer();
  operator = await app.newOperator("administrator");
  card = await openCard(app, customer);
  await fund(app, customer, { id: card.id }, 100_000n);
  const strategy = await drafted(app, customer, ruleOver("10.00"));
  expectStatus(await turn(app, customer, strategy.id, "active"), 200);
  for (const add of new Set(LISTS.map((list) => list.add))) {
    for (let row = 0; row < FIRST_ROWS; row++) {
      await add?.();
    }
  }
});
afterAll(() => app?.close());

async function read({ path, reader }: List, query: Readonly<Record<string, string>>) {
  const url = path.replace("{customer}", `cus_${customer.customerId}`).replace("{card}", card.id);
  const { status, body } = await app.call(reader(), `GET ${url}?${new URLSearchParams(query)}`);
  return { status, body };
}

type Row = Readonly<Record<string, unknown>>;

/** Returns the key that identifies a row in any list. */
function nameOf(row: Row): string {
  const { id, article, version, movementId, kind, tag, type, currency } = row;
  return String(id ?? article ?? version ?? movementId ?? kind ?? tag ?? `${type} ${currency}`);
}

/** Reads a list to its end. Calls a function between the first two pages. */
async function readRows(list: List, limit: number, between: () => Promise<unknown>) {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page = await read(list, { limit: String(limit), ...(cursor !== null && { cursor }) });
    expect(page.status).toBe(200);
    expect(page.body.data.length).toBeLessThanOrEqual(limit);
    rows.push(...page.body.data);
    if (cursor === null) {
      await between();
    }
    cursor = page.body.nextCursor;
  } while (cursor !== null);
  return rows;
}

/** Returns the keys of a list's rows, read in pages of two. */
async function readInPages(list: List, between: () => Promise<unknown> = async () => undefined) {
  return (await readRows(list, 2, between)).map(nameOf);
}

describe.each(LISTS.map((list) => [list.path, list] as const))("the list %s", (_, list) => {
  test("returns the same rows in the same order in pages of two as in large pages", async () => {
    const whole = await readRows(list, 100, async () => undefined);
    expect(await readInPages(list)).toEqual(whole.map(nameOf));
  });

  test("neither repeats nor skips rows if rows are added between its pages", async () => {
    const before: string[] = (await read(list, {})).body.data.map(nameOf);
    const names = await readInPages(list, async () => {
      await list.add?.();
      await list.add?.();
    });
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => before.includes(name))).toEqual(before);
  });

  test("rejects a cursor from another list and an out-of-range limit", async () => {
    for (const query of [{ cursor: "AAAA" }, { limit: "0" }, { limit: "101" }, { limit: "x" }]) {
      const { status, body } = await read(list, query);
      expect([status, body.fields?.[0]?.path]).toEqual([400, Object.keys(query)[0]]);
    }
    const elsewhere = list.path === "/api/cards" ? LISTS[1] : LISTS[0];
    const { body } = await read(elsewhere ?? list, { limit: "1" });
    const { status } = await read(list, { cursor: body.nextCursor });
    expect(status).toBe(400);
  });
});

/** Lists that are sorted by time and to which a test can add rows. */
const OF_MOMENTS = LISTS.filter(({ path, add }) => add !== undefined && !UNTIMED.test(path));

describe.each(OF_MOMENTS.map((list) => [list.path, list] as const))(
  "the list %s, when several rows have the same time,",
  (_, list) => {
    test("is complete in pages of two, even if a page ends between such rows", async () => {
      const moment = app.clock.now();
      const stopped = vi.spyOn(app.clock, "now").mockReturnValue(moment);
      try {
        for (let row = 0; row < FIRST_ROWS; row++) {
          await list.add?.();
        }
      } finally {
        stopped.mockRestore();
      }
      const rows = await readRows(list, 100, async () => undefined);
      // Addresses are backdated by a month.
      const earlier = new Date(moment.getTime() - 30 * 86_400_000);
      const times = [moment, earlier].map((time) => time.toISOString());
      const ofMoment = rows.filter((row) => times.some((at) => JSON.stringify(row).includes(at)));
      expect(ofMoment.length).toBeGreaterThanOrEqual(FIRST_ROWS);
      expect(await readInPages(list)).toEqual(rows.map(nameOf));
    });
  },
);

/** Matches the lists that exist only in the sandbox. */
const NOT_PAGED = /^\/sandbox\//;

it("every list in the contract returns nextCursor, and accepts limit and cursor", async () => {
  const { body: document } = await app.call(undefined, "GET /openapi.json");
  const lacking = Object.entries<Record<string, ListOperation>>(document.paths).flatMap(
    ([path, { get }]) => {
      const schema = get?.responses[200]?.content?.["application/json"]?.schema;
      const isList = schema?.type === "array" || schema?.properties?.data?.type === "array";
      if (!isList || NOT_PAGED.test(path)) {
        return [];
      }
      const names = get?.parameters.map(({ name }) => name) ?? [];
      const isPaged = names.includes("limit") && names.includes("cursor");
      return isPaged && schema.properties?.nextCursor !== undefined ? [] : [path];
    },
  );
  expect(lacking).toEqual(["/api/admin/bank/imports", "/api/announcements/active"]);
});

interface ListOperation {
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: Readonly<
    Record<
      number,
      {
        readonly content?: Readonly<
          Record<
            string,
            {
              readonly schema: {
                readonly type?: string;
                readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
              };
            }
          >
        >;
      }
    >
  >;
}
