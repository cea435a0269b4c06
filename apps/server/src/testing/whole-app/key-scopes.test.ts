import type { Endpoint } from "@tessera/contract/endpoint";
import {
  KEY_TAGS,
  type KeyAccess,
  type KeyTag,
  scopeNeededBy,
} from "@tessera/contract/identity/key-scopes";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { newKey } from "../../identity/api-keys/api-keys.fixtures.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { exampleBody, kindOf, nameOf } from "../example-calls.ts";
import { type Things, thingsOf } from "../role-things.ts";
import { KEY_MATRIX, NEEDS_PERSON } from "./key-matrix.ts";

const LOOPBACK = "127.0.0.1";
/** The codes with which a key is refused before its call is looked at. */
const KEY_CODES: readonly unknown[] = [
  "unauthenticated",
  "forbidden",
  "api_key_not_accepted",
  "api_key_scope_missing",
  "api_key_address_refused",
];

let app: CardsApp;
let ada: TestCustomer;
let adas: Things;
let bens: Things;
const revoking: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  app = await createCardsApp();
  ada = await app.newCustomer();
  [adas, bens] = [await thingsOf(app, ada), await thingsOf(app, await app.newCustomer())];
}, 300_000);
afterAll(() => app.close());

/** Creates a key with some scopes and ceilings, in place of the former one. */
async function keyWith(scopes: Partial<Record<KeyTag, KeyAccess>>): Promise<string> {
  for (const revoke of revoking.splice(0)) {
    await revoke();
  }
  const ceilings = (["USD", "EUR", "CNY"] as const).map((currency) => ({
    ...{ currency, perCall: "1000.00", perDay: "9000.00" },
  }));
  const { id, text } = await newKey(app, ada, { scopes, ceilings, addresses: [LOOPBACK] });
  revoking.push(() => app.call(ada, `POST /api/api-keys/${id}/revoke`));
  return text;
}

async function ask(endpoint: Endpoint, text: string, id?: string) {
  const body = exampleBody(endpoint, adas);
  const answer = await app.app.server.inject({
    method: endpoint.method,
    url: endpoint.path.replace(":id", id ?? ""),
    headers: {
      authorization: `Bearer ${text}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      "idempotency-key": newId(app.context.clock.now()),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const isJson = answer.body.startsWith("{");
  const code: unknown = isJson ? JSON.parse(answer.body).code : undefined;
  return { status: answer.statusCode, code, text: answer.body };
}

const ownId = (endpoint: Endpoint) =>
  endpoint.path.includes(":id") ? adas[kindOf(endpoint)] : undefined;

const all = (access: KeyAccess) =>
  Object.fromEntries(KEY_TAGS.map((tag) => [tag, access])) as Record<KeyTag, KeyAccess>;

it("key matrix: the contract gives each call the listed scope, and no other call has one", () => {
  const scoped = app.app.endpoints.flatMap((endpoint) => {
    const needed = scopeNeededBy(endpoint);
    return needed === undefined ? [] : [[nameOf(endpoint), `${needed.tag}:${needed.access}`]];
  });
  expect(Object.fromEntries(scoped)).toEqual(KEY_MATRIX);
});

describe("a key with every scope", () => {
  test("makes no call that is not listed, and none that needs a person", async () => {
    const text = await keyWith(all("write"));
    const wrong: string[] = [];
    const signedIn = app.app.endpoints.filter(
      ({ access }) => access === "session" || access === "operator",
    );
    for (const endpoint of signedIn) {
      const name = nameOf(endpoint);
      const isListed = KEY_MATRIX[name] !== undefined;
      if (isListed && !NEEDS_PERSON.includes(name)) {
        continue;
      }
      const expected = isListed ? "approval_required" : "api_key_not_accepted";
      const { status, code } = await ask(endpoint, text, ownId(endpoint));
      if (status !== 403 || code !== expected) {
        wrong.push(`${name}: ${status} ${code}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 300_000);
});

/** Returns what is wrong with the response to a call; undefined if nothing is. */
function wrongIn(
  { code, status }: Awaited<ReturnType<typeof ask>>,
  { may, needsPerson }: { readonly may: boolean; readonly needsPerson: boolean },
): string | undefined {
  const isRight = may
    ? !KEY_CODES.includes(code) && status < 500 && needsPerson === (code === "approval_required")
    : status === 403 && code === "api_key_scope_missing";
  return isRight ? undefined : `${status} ${code}`;
}

describe("a key with the scopes of one tag", () => {
  const cases = KEY_TAGS.flatMap((tag) =>
    (["read", "write"] as const).map((access) => [tag, access] as const),
  );
  test.each(cases)(
    "%s: %s makes the calls that it includes, and no others",
    async (tag, access) => {
      const text = await keyWith({ [tag]: access });
      const wrong: string[] = [];
      for (const endpoint of app.app.endpoints) {
        const name = nameOf(endpoint);
        const needed = KEY_MATRIX[name];
        if (needed === undefined) {
          continue;
        }
        const may = needed === `${tag}:read` || needed === `${tag}:${access}`;
        const answer = await ask(endpoint, text, ownId(endpoint));
        const problem = wrongIn(answer, { may, needsPerson: NEEDS_PERSON.includes(name) });
        if (problem !== undefined) {
          wrong.push(`${name}: ${problem}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    300_000,
  );
});

describe("an id in a key's call", () => {
  test("gets the same response for another customer's object as for a missing one", async () => {
    const text = await keyWith(all("write"));
    const wrong: string[] = [];
    for (const endpoint of app.app.endpoints.filter(({ path }) => path.includes(":id"))) {
      const name = nameOf(endpoint);
      if (KEY_MATRIX[name] === undefined || NEEDS_PERSON.includes(name)) {
        continue;
      }
      const theirs = bens[kindOf(endpoint)];
      const answers = [];
      for (const id of [theirs, theirs.replace(/[0-9a-f-]{36}$/, newId())]) {
        const answer = await ask(endpoint, text, id);
        answers.push({ ...answer, text: answer.text.replace(/"requestId":"[^"]*"/, "") });
      }
      const [other, missing] = answers;
      if (JSON.stringify(other) !== JSON.stringify(missing) || other?.status !== 404) {
        wrong.push(`${name}: ${JSON.stringify(other)} and ${JSON.stringify(missing)}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 300_000);
});
