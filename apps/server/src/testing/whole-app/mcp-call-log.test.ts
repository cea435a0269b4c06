import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newKey } from "../../identity/api-keys/api-keys.fixtures.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";

const MINUTE_MS = 60_000;
const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const TOOL = { ...PING, method: "tools/call" };

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp({ RATE_LIMITS: "on" });
});
afterAll(() => app.close());

const send = (headers: Record<string, string>, payload: string | object) =>
  app.app.server.inject({
    method: "POST",
    url: "/mcp",
    headers: { "content-type": "application/json", ...headers },
    payload,
  });

async function keyHeaders(body: object = {}) {
  const customer = await app.newCustomer();
  const key = await newKey(app, customer, body);
  return { customer, id: key.id, headers: { authorization: `Bearer ${key.text}` } };
}

/** Reads the log of a key's calls, newest first. */
async function callsOf(customer: TestCustomer, id: string): Promise<string[]> {
  const { body } = await app.call(customer, `GET /api/api-keys/${id}/calls`);
  return body.data.map(
    (call: { method: string; route: string; status: number; code: string | null }) =>
      `${call.method} ${call.route} ${call.status} ${call.code}`,
  );
}

describe("POST /mcp", () => {
  test.each<[what: string, payload: string | object, status: number]>([
    ["a ping", PING, 200],
    ["the list of tools", { ...PING, method: "tools/list" }, 200],
    ["an unknown tool", { ...TOOL, params: { name: "approve_purchase" } }, 200],
    ["arguments that are a list", { ...TOOL, params: { name: "list_cards", arguments: [] } }, 200],
    ["a tool without an id", { jsonrpc: "2.0", method: "tools/call" }, 202],
    ["a batch", [PING, PING], 400],
    ["no JSON", "{", 400],
  ])("logs %s, and counts it toward the key's rate", async (_what, payload, status) => {
    const { customer, headers, id } = await keyHeaders({ callsPerMinute: 1 });
    expect((await send(headers, payload)).statusCode).toBe(status);
    const over = await send(headers, payload);
    expect([over.statusCode, JSON.parse(over.body).code]).toEqual([429, "rate_limited"]);
    await expect
      .poll(() => callsOf(customer, id), { timeout: MINUTE_MS })
      .toEqual([`POST /mcp 429 rate_limited`, expect.stringMatching(`^POST /mcp ${status} `)]);
  });

  test("logs a refused address, which does not use up the key's rate", async () => {
    const given = { addresses: ["192.0.2.1"], callsPerMinute: 1 };
    const { customer, headers, id } = await keyHeaders(given);
    for (let n = 0; n < 2; n += 1) {
      expect((await send(headers, PING)).statusCode).toBe(403);
    }
    const refused = "POST /mcp 403 api_key_address_refused";
    await expect
      .poll(() => callsOf(customer, id), { timeout: MINUTE_MS })
      .toEqual([refused, refused]);
  });

  test("counts the call of a tool once, and refuses an unknown version at a cost", async () => {
    const { headers } = await keyHeaders({ callsPerMinute: 2 });
    const tool = { ...TOOL, params: { name: "list_transactions" } };
    const unknown = { ...headers, "mcp-protocol-version": "1999-01-01" };
    const answers = [
      JSON.parse((await send(headers, tool)).body).result.isError,
      (await send(unknown, PING)).statusCode,
      JSON.parse((await send(headers, tool)).body).result.structuredContent.code,
    ];
    expect(answers).toEqual([false, 400, "rate_limited"]);
  });
});
