import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { Tessera, TesseraError } from "../src/index.ts";
import type { ClientOptions } from "../src/transport.ts";
import {
  cutOff,
  json,
  lost,
  problem,
  type ScriptedServer,
  type Step,
  silent,
  startScriptedServer,
} from "./scripted-server.fixtures.ts";

const KEY = "tsk_test_1_secretsecretsecret";
const QUOTE = { quoteId: "quo_1" };

const running: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

/** Starts a server with an answer for each request, and a client of it. */
async function started(steps: readonly Step[], options: Partial<ClientOptions> = {}) {
  const server = await startScriptedServer(...steps);
  running.push(server);
  // A slow machine must not run into the limit of an attempt.
  const given = { apiKey: KEY, baseUrl: server.origin, timeoutMs: 60_000, ...options };
  return { server, tessera: new Tessera(given) };
}

async function errorOf(call: Promise<unknown>): Promise<TesseraError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TesseraError);
  return error as TesseraError;
}

describe("a call of the client", () => {
  it("client: sends the key, the language, the body and a random idempotency key", async () => {
    const { server, tessera } = await started([json(201, { total: "25.88" })], {
      language: "zh-TW",
    });
    const receipt = await tessera.cards.deposit("card_1", QUOTE);
    expect(receipt.total).toBe("25.88");
    const [request] = server.received;
    expect(request).toMatchObject({ method: "POST", url: "/api/cards/card_1/deposit" });
    expect(request?.body).toBe('{"quoteId":"quo_1"}');
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      "accept-language": "zh-TW",
      "content-type": "application/json",
      "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it("client: encodes ids and parameters, and refuses an id that changes the path", async () => {
    const page = { data: [], nextCursor: null };
    const { server, tessera } = await started([json(200, {}), json(200, page)]);
    await tessera.cards.get("a/b?c");
    await tessera.cards.list({ tag: "R&D", limit: 5 }).page();
    expect(server.received.map(({ url }) => url)).toEqual([
      "/api/cards/a%2Fb%3Fc",
      "/api/cards?tag=R%26D&limit=5",
    ]);
    for (const id of ["", ".", ".."]) {
      expect(() => tessera.cards.get(id)).toThrow(TypeError);
    }
  });

  it("client: throws the server's code, message, request id and fields", async () => {
    const fields = [{ path: "amount", code: "malformed_amount", message: "Enter an amount." }];
    const body = { code: "invalid_input", message: "Check it.", requestId: "req_7", fields };
    const { tessera } = await started([json(400, body)]);
    const error = await errorOf(
      tessera.cards.quote("card_1", { operation: "deposit", amount: "x" }),
    );
    expect(error).toMatchObject({ ...body, status: 400, isOutcomeUnknown: false });
  });

  it("client: never shows the key, in the client, its errors or their causes", async () => {
    const { tessera } = await started([lost], { maxRetries: 0 });
    const error = await errorOf(tessera.cards.get("card_1"));
    const shown = [tessera, error].map(
      (one) => inspect(one, { depth: 10, showHidden: true }) + JSON.stringify(one),
    );
    expect(shown.join()).toContain("network");
    expect(shown.join()).not.toContain("secretsecret");
  });

  it("client: refuses an address over which the key could be read, and a malformed key", () => {
    for (const baseUrl of ["http://cards.example.com", "ftp://127.0.0.1", "cards.example.com"]) {
      expect(() => new Tessera({ apiKey: KEY, baseUrl })).toThrow(TypeError);
    }
    for (const apiKey of ["", "tsk_test\n", "tsk test"]) {
      const make = () => new Tessera({ apiKey, baseUrl: "https://cards.example.com" });
      expect(make).toThrow("The API key must be 1 to 255 visible ASCII characters.");
    }
  });

  it("client: refuses a key or a body that cannot be sent, without an attempt", async () => {
    const { server, tessera } = await started([]);
    for (const idempotencyKey of ["", "two words", "ключ", "x".repeat(256)]) {
      const call = tessera.cards.deposit("card_1", QUOTE, { idempotencyKey });
      await expect(call).rejects.toThrow("The idempotency key must be");
    }
    const circular: { quoteId: string; self?: object } = { quoteId: "quo_1" };
    circular.self = circular;
    await expect(tessera.cards.deposit("card_1", circular)).rejects.toThrow(TypeError);
    expect(server.received).toEqual([]);
  });

  it("client: does not follow a redirect, so the key stays with its host", async () => {
    const other = await startScriptedServer(json(200, {}));
    running.push(other);
    const away: Step = (response) => {
      response.writeHead(307, { location: `${other.origin}/api/cards/card_1` }).end();
    };
    const { tessera } = await started([away]);
    const error = await errorOf(tessera.cards.get("card_1"));
    expect(error.code).toBe("redirected");
    expect(other.received).toEqual([]);
  });

  it("client: returns a file as a response, and nothing for a 204", async () => {
    const csv: Step = (response) => {
      response.writeHead(200, { "content-type": "text/csv" }).end("a,b\n");
    };
    const none: Step = (response) => {
      response.writeHead(204).end();
    };
    const { tessera } = await started([csv, none]);
    const file = await tessera.reconciliation.getExportFile("exp_1");
    expect(await file.text()).toBe("a,b\n");
    expect(await tessera.withdrawals.removeAddress("adr_1")).toBeUndefined();
  });
});

describe("a repeated call of the client", () => {
  it.each([
    ["a lost response", lost],
    ["a response that was cut off", cutOff],
    ["408", problem(408, "request_timeout")],
    ["429", problem(429, "rate_limited")],
    ["a proxy's 502", json(502, "bad gateway")],
    ["503", problem(503, "outcome_unknown")],
    ["504", json(504, "gateway timeout")],
    ["a write in progress", problem(409, "idempotency_in_progress")],
  ])("client: repeats a write after %s, under the same key", async (_, step) => {
    const { server, tessera } = await started([step, step, json(201, { total: "25.88" })]);
    expect((await tessera.cards.deposit("card_1", QUOTE)).total).toBe("25.88");
    const keys = server.received.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
  });

  it.each([
    ["400", problem(400, "invalid_input")],
    ["401", problem(401, "unauthenticated")],
    ["403", problem(403, "api_key_ceiling_exceeded")],
    ["404", problem(404, "not_found")],
    ["another 409", problem(409, "insufficient_funds")],
    ["422", problem(422, "idempotency_mismatch")],
    ["500", problem(500, "internal")],
  ])("client: does not repeat a write after %s", async (_, step) => {
    const { server, tessera } = await started([step, json(201, {})]);
    await errorOf(tessera.cards.deposit("card_1", QUOTE));
    expect(server.received).toHaveLength(1);
  });

  it("client: gives up after the stated repetitions, and names the key to go on with", async () => {
    const { server, tessera } = await started([lost, lost, lost, lost], { maxRetries: 2 });
    const error = await errorOf(
      tessera.cards.deposit("card_1", QUOTE, { idempotencyKey: "order-7" }),
    );
    expect(server.received.map(({ headers }) => headers["idempotency-key"])).toEqual([
      "order-7",
      "order-7",
      "order-7",
    ]);
    expect(error).toMatchObject({ code: "network", idempotencyKey: "order-7", status: 0 });
    expect(error.isOutcomeUnknown).toBe(true);
  });

  it.each([
    ["a proxy's 503", json(503, "unavailable"), true],
    ["503 outcome_unknown", problem(503, "outcome_unknown"), true],
    ["503 overloaded", problem(503, "overloaded"), false],
    ["429", problem(429, "rate_limited"), false],
    ["500 internal", problem(500, "internal"), true],
    ["409 insufficient_funds", problem(409, "insufficient_funds"), false],
  ])("client: says whether the outcome is unknown after %s", async (_, step, expected) => {
    const { tessera } = await started([step], { maxRetries: 0 });
    const error = await errorOf(tessera.cards.deposit("card_1", QUOTE));
    expect(error.isOutcomeUnknown).toBe(expected);
  });

  it("client: repeats a call without a key only if it reads or was not begun", async () => {
    const reads = await started([lost, json(200, { id: "card_1" })]);
    expect((await reads.tessera.cards.get("card_1")).id).toBe("card_1");
    const refused = await started([problem(429, "rate_limited"), json(200, {})]);
    await refused.tessera.logs.exportCsv({});
    expect(refused.server.received).toHaveLength(2);
    const unknown = await started([lost, json(200, {})]);
    await errorOf(unknown.tessera.logs.exportCsv({}));
    expect(unknown.server.received).toHaveLength(1);
  });

  it("client: waits as Retry-After says, or fails at once if that is too long", async () => {
    const soon = problem(429, "rate_limited", { "retry-after": "1" });
    const { tessera } = await started([soon, json(200, {})]);
    const before = performance.now();
    await tessera.cards.get("card_1");
    expect(performance.now() - before).toBeGreaterThanOrEqual(1_000);
    const late = problem(429, "rate_limited", { "retry-after": "3600" });
    const other = await started([late, json(200, {})]);
    const error = await errorOf(other.tessera.cards.get("card_1"));
    expect(error).toMatchObject({ code: "rate_limited", retryAfterMs: 3_600_000 });
    expect(other.server.received).toHaveLength(1);
  });

  it("client: reads Retry-After as a date, too, and ignores what is neither", async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const dated = problem(429, "rate_limited", { "retry-after": inAnHour });
    const malformed = problem(429, "rate_limited", { "retry-after": "later" });
    const { tessera } = await started([dated, malformed], { maxRetries: 0 });
    const first = await errorOf(tessera.cards.get("card_1"));
    // A date counts whole seconds, and a slow machine may have taken half of the hour.
    expect(first.retryAfterMs).toBeGreaterThan(1_800_000);
    expect(first.retryAfterMs).toBeLessThanOrEqual(3_600_000);
    expect((await errorOf(tessera.cards.get("card_1"))).retryAfterMs).toBeUndefined();
  });

  it("client: ends an attempt after its time limit, and repeats it", async () => {
    const { server, tessera } = await started([silent, silent], { timeoutMs: 50, maxRetries: 1 });
    const error = await errorOf(tessera.cards.deposit("card_1", QUOTE));
    expect(error).toMatchObject({ code: "timeout", isOutcomeUnknown: true });
    expect(error.idempotencyKey).toBe(server.received[0]?.headers["idempotency-key"]);
  });

  it("client: ends with the caller's reason, during an attempt and between two", async () => {
    const during = new AbortController();
    const stop: Step = () => during.abort(new Error("enough"));
    const one = await started([stop, json(200, {})]);
    await expect(one.tessera.cards.get("card_1", { signal: during.signal })).rejects.toThrow(
      "enough",
    );
    expect(one.server.received).toHaveLength(1);
    const between = new AbortController();
    const two = await started([problem(503, "overloaded", { "retry-after": "20" })]);
    const call = two.tessera.cards.get("card_1", { signal: between.signal });
    await expect.poll(() => two.server.received.length, { timeout: 60_000 }).toBe(1);
    between.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
  });
});
