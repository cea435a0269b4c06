import type { CreateKeyBody } from "@tessera/contract/identity/api-keys.schemas";
import { newId } from "../../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "../../testing/cards-app.ts";

/** A key that a test created, with its text. */
export interface TestKey {
  readonly id: string;
  readonly text: string;
}

const BODY: CreateKeyBody = {
  name: "Bookkeeping",
  scopes: { bills: "read" },
  ceilings: [],
  addresses: [],
  callsPerMinute: 600,
  expiresInDays: 90,
};

/** Requests a key, confirmed with the customer's password. */
export async function requestKey(
  app: CardsApp,
  customer: TestCustomer,
  body: Partial<CreateKeyBody> = {},
): Promise<Answer> {
  const headers = { "x-proof": await app.prove(customer) };
  return app.call(customer, "POST /api/api-keys", { ...BODY, ...body }, { headers });
}

/** Creates a key. */
export async function newKey(
  app: CardsApp,
  customer: TestCustomer,
  body: Partial<CreateKeyBody> = {},
): Promise<TestKey> {
  const { status, text, body: made } = await requestKey(app, customer, body);
  if (status !== 201) {
    throw new Error(`a key was refused: ${text}`);
  }
  return { id: made.key.id, text: made.secret };
}

/** Makes a call with a key, or with any text in place of one. */
export async function callWithKey(
  app: CardsApp,
  { text: key }: Pick<TestKey, "text">,
  request: `${"GET" | "POST"} ${string}`,
  body?: object,
  idempotencyKey: string = newId(),
): Promise<Answer> {
  const [method = "GET", url = ""] = request.split(" ");
  const answer = await app.app.server.inject({
    method: method === "POST" ? "POST" : "GET",
    url,
    headers: {
      authorization: `Bearer ${key}`,
      "idempotency-key": idempotencyKey,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const { statusCode: status, body: text, headers } = answer;
  return { status, text, headers, body: text === "" ? undefined : JSON.parse(text) };
}
