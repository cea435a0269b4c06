import { type Endpoint, EVERYBODY } from "@tessera/contract/endpoint";
import { isOfCompany } from "@tessera/contract/identity/member-needs";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { addTestOperator, type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { exampleBody, kindOf, mandateSubject, nameOf } from "../example-calls.ts";
import { ACTORS, type Actor, ROLE_MATRIX } from "../role-matrix.ts";
import { type Kind, newToken, passkeyOf, type Things, thingsOf } from "../role-things.ts";
import { ruleOver } from "../test-strategies.ts";

let app: CardsApp;
let ada: TestCustomer;
let ben: TestCustomer;
let adas: Things;
let bens: Things;
const people = new Map<Actor, TestCustomer>();

const OPERATORS = ["support", "reviewer", "administrator", "auditor"] as const;

beforeAll(async () => {
  app = await createCardsApp();
  [ada, ben] = [await app.newCustomer(), await app.newCustomer()];
  [adas, bens] = [await thingsOf(app, ada), await thingsOf(app, ben)];
  bens = { ...bens, passkey: await passkeyOf(app, ben) };
  people.set("customer", ada);
  for (const role of OPERATORS) {
    people.set(role, await addTestOperator(app.context, role));
  }
  // All operators get the customer's password, so that requests for a step-up token succeed.
  await app.context.db.sql`
    update person set password_hash = (select password_hash from person where id = ${ada.userId})
    where password_hash = 'none'`;
}, 300_000);
afterAll(() => app.close());

/** The subject for a call's step-up token, for calls whose token must name an object's id. */
const SUBJECTS: Readonly<Record<string, (id: string) => object>> = {
  "POST /api/cards/:id/verify": (cardId) => ({ operation: "card_verify", cardId }),
  "POST /api/mandates/:id/approve": mandateSubject,
};

async function ask(endpoint: Endpoint, id: string | undefined, who: TestCustomer | undefined) {
  const { context } = app;
  const token = who === undefined ? undefined : await newToken(app, who);
  const subject = SUBJECTS[nameOf(endpoint)]?.(id ?? "");
  const isProven =
    (endpoint.proof === true || endpoint.proof === "once" || subject !== undefined) &&
    token !== undefined;
  const body = exampleBody(endpoint, who === ben ? bens : adas);
  const { statusCode, body: text } = await app.app.server.inject({
    method: endpoint.method,
    url: endpoint.path.replace(":id", id ?? ""),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(isProven && { "x-proof": await proofOf(token, subject) }),
      ...(body !== undefined && { "content-type": "application/json" }),
      "idempotency-key": newId(context.clock.now()),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const json = text.startsWith("{") ? JSON.parse(text) : {};
  return { status: statusCode, code: json.code as string | undefined, text };
}

async function proofOf(token: string, subject: object | undefined): Promise<string> {
  const { body } = await app.app.server.inject({
    method: "POST",
    url: "/api/auth/proof",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    payload: JSON.stringify({ password: ada.password, subject }),
  });
  return JSON.parse(body).proof ?? "none";
}

/** Returns a response without its request id. */
function withoutRequest({ status, text }: { readonly status: number; readonly text: string }) {
  return { status, text: text.replace(/"requestId":"[^"]*"/, "") };
}

/** Returns an id of the same type that belongs to no object. */
function missing(id: string): string {
  return id.replace(/[0-9a-f-]{36}$/, newId());
}

it("role matrix: every call has a row, and every row has a call", () => {
  const calls = app.app.endpoints.map(nameOf).toSorted();
  expect(calls).toEqual(Object.keys(ROLE_MATRIX).toSorted());
});

describe("the role matrix", () => {
  test.each(ACTORS)(
    "lets a %s make the listed calls and no others",
    async (actor) => {
      const who = people.get(actor);
      const wrong: string[] = [];
      for (const endpoint of app.app.endpoints) {
        const id = endpoint.path.includes(":id") ? adas[kindOf(endpoint)] : undefined;
        const { status, code } = await ask(endpoint, id, who);
        const isRefused =
          code === "forbidden" || (code === "unauthenticated" && endpoint.access !== "public");
        const mayCall = ROLE_MATRIX[nameOf(endpoint)]?.includes(actor) === true;
        if (isRefused === mayCall || status >= 500) {
          wrong.push(`${nameOf(endpoint)}: ${status} ${code}`);
        }
        if (!mayCall && code !== (actor === "visitor" ? "unauthenticated" : "forbidden")) {
          wrong.push(`${nameOf(endpoint)}: refused as ${code}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    300_000,
  );
});

describe("an operator without a second factor", () => {
  const signedIn = (endpoint: Endpoint) =>
    endpoint.access === "session" || endpoint.access === "operator";
  const isOwnAccount = (endpoint: Endpoint) =>
    EVERYBODY.every((role) => ROLE_MATRIX[nameOf(endpoint)]?.includes(role));

  test.each(OPERATORS)("with the role %s can access only their own account", async (role) => {
    const who = await addTestOperator(app.context, role, { hasFactor: false });
    const wrong: string[] = [];
    for (const endpoint of app.app.endpoints.filter(signedIn)) {
      const id = endpoint.path.includes(":id") ? adas[kindOf(endpoint)] : undefined;
      const { code } = await ask(endpoint, id, who);
      const mayCall = ROLE_MATRIX[nameOf(endpoint)]?.includes(role) === true;
      const refused = mayCall ? "second_factor_required" : "forbidden";
      if ((code === refused) === isOwnAccount(endpoint)) {
        wrong.push(`${nameOf(endpoint)}: ${code}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("an id in a request", () => {
  test("is accepted for the caller's object; another customer's seems missing", async () => {
    const wrong: string[] = [];
    for (const endpoint of app.app.endpoints.filter(({ path }) => path.includes(":id"))) {
      // What is found in a company depends on the member: see members.test.ts.
      if (ROLE_MATRIX[nameOf(endpoint)]?.includes("customer") !== true || isOfCompany(endpoint)) {
        continue;
      }
      const kind = kindOf(endpoint);
      const theirs = withoutRequest(await ask(endpoint, bens[kind], ada));
      const none = withoutRequest(await ask(endpoint, missing(bens[kind]), ada));
      const own = await ask(endpoint, bens[kind], ben);
      if (JSON.stringify(theirs) !== JSON.stringify(none)) {
        wrong.push(`${nameOf(endpoint)}: ${JSON.stringify(theirs)} and ${JSON.stringify(none)}`);
      }
      if (theirs.status !== 404 || own.status === 404) {
        wrong.push(`${nameOf(endpoint)}: another's ${theirs.status}, one's own ${own.status}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 300_000);

  const merchant = { name: "Adobe", mcc: "5734", country: "US" };
  const cards = (cardId: string) => ({
    rule: ruleOver("9.00", { scope: { cards: "some", cardIds: [cardId] } }),
  });
  interface Named {
    readonly call: string;
    readonly kind: Kind;
    /** Returns the body that contains the id. If undefined, the id is at the end of the URL. */
    readonly bodyOf?: (id: string) => object;
  }
  test.each<Named>([
    { call: "GET /api/transactions?cardId=", kind: "card" },
    { call: "GET /api/bills?cardId=", kind: "card" },
    { call: "GET /api/risk/strategy-hits?strategyId=", kind: "strategy" },
    {
      call: "POST /api/risk/preflight",
      kind: "card",
      bodyOf: (cardId) => ({ cardId, amount: "1.00", merchant }),
    },
    {
      call: "POST /api/risk/backtests",
      kind: "card",
      bodyOf: (cardId) => ({ days: 9, ...cards(cardId) }),
    },
    {
      call: "POST /api/risk/backtests",
      kind: "strategy",
      bodyOf: (strategyId) => ({ days: 9, rule: ruleOver("9.00"), strategyId }),
    },
    {
      call: "POST /api/risk/strategies",
      kind: "card",
      bodyOf: (cardId) => ({ name: "Rule", ...cards(cardId) }),
    },
    {
      call: "POST /api/risk/grants",
      kind: "movement",
      bodyOf: (movementId) => ({ movementId, kind: "allow_once", minutes: 60 }),
    },
    {
      call: "POST /api/cards/:own/deposit",
      kind: "quote",
      bodyOf: (quoteId) => ({ quoteId }),
    },
  ])(
    "gets the same response for another customer's object as for a missing one: $call ($kind)",
    async ({ call, kind, bodyOf }) => {
      const [method = "GET", url = ""] = call.replace(":own", adas.card).split(" ");
      const answerTo = async (id: string) => {
        const answer = await app.call(
          ada,
          `${method as "GET" | "POST"} ${url}${bodyOf === undefined ? id : ""}`,
          bodyOf?.(id),
          { key: newId() },
        );
        return withoutRequest(answer);
      };
      const theirs = await answerTo(bens[kind]);
      expect(theirs).toEqual(await answerTo(missing(bens[kind])));
      expect(theirs.text).not.toContain(bens[kind]);
    },
  );
});
