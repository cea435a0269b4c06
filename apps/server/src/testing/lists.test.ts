import { HELP_ARTICLES } from "@tessera/contract/support/help-articles.schemas";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openSession } from "../modules/accounts/index.ts";
import { inTransaction } from "../platform/context.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "./cards-app.ts";
import { expectStatus, fund, network, openCard, type TestCard } from "./test-cards.ts";
import { drafted, ruleOver, turn } from "./test-strategies.ts";
import { withdrawerFor } from "./test-withdrawals.ts";

const FIRST_ROWS = 3;

let app: CardsApp;
let customer: TestCustomer;
let operator: TestCustomer;
let card: TestCard;

/** A list, who reads it, and what adds a row to it. */
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

async function addGrant() {
  const refused = await network(app, "authorize", card, { amount: "11.00" });
  const movementId = refused.authorizationId.replace("auth_", "mov_");
  const body = { movementId, kind: "allow_once", minutes: 60 };
  expectStatus(await app.call(customer, "POST /api/risk/grants", body), 201);
  // Uses the grant up, so that the next payment is declined again.
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

const addCard = () => openCard(app, customer);
const addStrategy = () => drafted(app, customer, ruleOver("900.00"));
const addAddress = () => withdrawerFor(app.context, customer);
const addPerson = () => app.newOperator();

const LISTS: readonly List[] = [
  ofCustomer("/api/cards", addCard),
  ofCustomer("/api/card-applications", addCard),
  ofCustomer("/api/card-segments"),
  ofCustomer("/api/risk/strategies", addStrategy),
  ofCustomer("/api/risk/grants", addGrant),
  ofCustomer("/api/wallet/addresses", addAddress),
  ofCustomer("/api/wallet/assets", addCard),
  ofCustomer("/api/wallet/withdrawals", addWithdrawal),
  ofCustomer("/api/auth/sessions", addSession),
  ofOperator("/api/admin/customers/{customer}/cards", addCard),
  ofOperator("/api/admin/support/people", addPerson),
  ofOperator("/api/admin/support/canned-answers", addAnswer),
  ofOperator("/api/admin/support/article-votes", addVote),
  ofOperator("/api/admin/programme/segments"),
  ofOperator("/api/admin/programme/fees"),
];

beforeAll(async () => {
  app = await createCardsApp();
  customer = await app.newCustomer({ USD: 100_000_000n });
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
  const url = path.replace("{customer}", `cus_${customer.customerId}`);
  const { status, body } = await app.call(reader(), `GET ${url}?${new URLSearchParams(query)}`);
  return { status, body };
}

/** The key of a row, in any list. */
function nameOf(row: Readonly<Record<string, unknown>>): string {
  return String(row.id ?? row.article ?? row.version);
}

/** Reads a list to its end, two rows a page, and does something between the first two pages. */
async function readInPages(list: List, between: () => Promise<unknown> = async () => undefined) {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await read(list, { limit: "2", ...(cursor !== null && { cursor }) });
    expect(page.status).toBe(200);
    expect(page.body.data.length).toBeLessThanOrEqual(2);
    names.push(...page.body.data.map(nameOf));
    if (cursor === null) {
      await between();
    }
    cursor = page.body.nextCursor;
  } while (cursor !== null);
  return names;
}

describe.each(LISTS.map((list) => [list.path, list] as const))("the list %s", (_, list) => {
  test("is read whole in pages of two, in the order of one large page", async () => {
    const whole = await read(list, { limit: "100" });
    expect(await readInPages(list)).toEqual(whole.body.data.map(nameOf));
    expect(whole.body.nextCursor).toBeNull();
  });

  test("repeats no row and hides none where rows are added between its pages", async () => {
    const before: string[] = (await read(list, {})).body.data.map(nameOf);
    const names = await readInPages(list, async () => {
      await list.add?.();
      await list.add?.();
    });
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => before.includes(name))).toEqual(before);
  });

  test("refuses a cursor that is not its own, and a limit out of bounds", async () => {
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

/** Lists that are figures of one thing, each as long as a rule says, and the sandbox's own. */
const NOT_PAGED = /^\/sandbox\/|card-limits$|\/holds$|\/likely-charges$|\/review-queues$/;

it("every list of the contract has a nextCursor, and takes limit and cursor", async () => {
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
  expect(lacking).toEqual(["/api/announcements/active"]);
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
