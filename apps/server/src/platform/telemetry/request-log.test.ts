import { once } from "node:events";
import { connect } from "node:net";
import { hostname } from "node:os";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type App, buildApp } from "../../app.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { readConfig } from "../config/config.ts";
import { createHttpServer } from "../http/http-server.ts";
import { createLogger } from "./logger.ts";

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({ env: { LOG_LEVEL: "info" } });
});
afterAll(() => test?.close());

function linesOf(requestId: unknown): Record<string, unknown>[] {
  return test.logs
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter((line) => line.requestId === requestId);
}

it("access log: contains each request's actor, route, result and client network", async () => {
  const customer = await test.signUp();
  const { headers } = await test.call("GET", "/api/auth/profile", {
    token: customer.token,
    ip: "203.0.113.77",
  });
  expect(linesOf(headers["x-request-id"])).toEqual([
    {
      level: "info",
      time: expect.any(String),
      pid: process.pid,
      hostname: hostname(),
      requestId: headers["x-request-id"],
      method: "GET",
      route: "/api/auth/profile",
      status: 200,
      durationMs: expect.any(Number),
      actorId: customer.userId,
      address: "203.0.113.0/24",
      msg: "answered",
    },
  ]);
});

it("access log: has no actor for a visitor, and only the network of an IPv6 address", async () => {
  const { headers } = await test.call("GET", "/api/cards/4111111111111111", {
    ip: "2001:db8:1:2::7",
  });
  const [line] = linesOf(headers["x-request-id"]);
  expect(line).toMatchObject({ status: 401, route: "/api/cards/:id", address: "2001:db8:1::/48" });
  expect(line).not.toHaveProperty("actorId");
});

it("access log: has no line at info level for a health check or for metrics", async () => {
  for (const url of ["/healthz", "/readyz", "/metrics"]) {
    const { status, headers } = await test.call("GET", url);
    expect(status).toBe(200);
    expect(linesOf(headers["x-request-id"])).toEqual([]);
  }
});

it("access log: contains no password, token, path parameter, query or body", async () => {
  const password = "eleven quiet herons wading";
  const customer = await test.signUp({ password });
  const proof = await test.prove(customer);
  const body = { username: customer.username, password };
  await test.call("POST", "/api/customer/login", { body });
  const id = "9a8b7c6d-0000-4000-8000-00000000beef";
  await test.call("GET", `/api/cards/${id}/transactions?note=private-words`, {
    token: customer.token,
    headers: { "x-proof": proof },
  });
  await test.call("POST", "/api/customer/login", { body: `{"password":"${password}"` });
  const text = test.logs.join("");
  expect(text).toContain("/api/cards/:id/transactions");
  const secrets = [password, customer.token, proof, id, "private-words", customer.username];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

it("access log: names the network of a client that disconnected before the response", async () => {
  const { token } = await test.signUp();
  const config = { ...test.context.config, trustedProxies: ["127.0.0.1"] };
  const app = await buildApp({ ...test.context, config }, { maxEventLoopDelayMs: 0 });
  const { port } = new URL(await app.server.listen({ host: "127.0.0.1", port: 0 }));
  try {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(
      "GET /api/events HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\n" +
        `Authorization: Bearer ${token}\r\n\r\n`,
    );
    await once(socket, "data");
    socket.destroy();
    const line = await vi.waitFor(
      () => {
        const found = test.logs.findLast((one) => one.includes("disconnected before the response"));
        expect(found).toBeDefined();
        return JSON.parse(found ?? "");
      },
      { timeout: 20_000 },
    );
    expect(line).toMatchObject({ route: "/api/events", address: "203.0.113.0/24" });
    expect(test.logs.filter((one) => one.includes("hook failed"))).toEqual([]);
  } finally {
    await app.server.close();
  }
});

describe("a request that is rejected before routing", () => {
  const ip = "203.0.113.77";
  const address = "203.0.113.0/24";

  it("is logged with the client's network if no route matches its path or method", async () => {
    const cases = [
      ["PATCH", "/api/cards", 405, "/api/cards"],
      ["DELETE", "/api/cards/card_9a8b?token=private-words", 405, "/api/cards/:id"],
      ["PUT", "/api/logs/export", 405, "/api/logs/export"],
      ["GET", "/api/nothing", 404, "unknown"],
    ] as const;
    for (const [method, url, status, route] of cases) {
      const { headers } = await test.app.server.inject({ method, url, remoteAddress: ip });
      const lines = linesOf(headers["x-request-id"]);
      expect([url, lines.length]).toEqual([url, 1]);
      expect(lines[0]).toMatchObject({ method, route, status, address });
    }
  });

  it("is logged with the client's network if its Host header is invalid", async () => {
    const { headers } = await test.call("GET", "/api/cards", { ip, headers: { host: "a b" } });
    const line = linesOf(headers["x-request-id"]).find(({ msg }) => msg === "answered");
    expect(line).toMatchObject({ status: 400, route: "/api/cards", address });
  });

  it("is logged with the client's network during overload and during a shutdown", async () => {
    const config = readConfig({ LOG_LEVEL: "info", TESSERA_MODE: "sandbox" });
    const lines: string[] = [];
    const log = createLogger(config.log, { write: (line) => lines.push(line) });
    const options = { config, log, webRoot: "/none" };
    const { app: loaded } = await createHttpServer({ ...options, maxEventLoopDelayMs: 20 });
    loaded.get("/api/quick", { config: { access: "public" } }, async () => ({ done: true }));
    const shed = async () => {
      const end = performance.now() + 200;
      while (performance.now() < end) {
        // Blocks the event loop, so that no other work can run.
      }
      await sleep(10);
      return (await loaded.inject({ url: "/api/quick", remoteAddress: ip })).statusCode;
    };
    await expect.poll(shed, { timeout: 60_000, interval: 0 }).toBe(503);
    await loaded.close();
    const { app } = await createHttpServer({ ...options, maxEventLoopDelayMs: 0 });
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    app.get("/api/slow", { config: { access: "public" } }, async () => {
      begun.resolve();
      await end.promise;
      return { done: true };
    });
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n");
    await begun.promise;
    const closing = app.close();
    await expect.poll(() => app.server.listening, { timeout: 20_000 }).toBe(false);
    const arriving = once(app.server, "request");
    socket.write("GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n");
    await arriving;
    end.resolve();
    await textOf(socket);
    await closing;
    const refused = lines
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ msg, status }) => msg === "answered" && status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(new Set(refused.map((line) => line.address))).toEqual(
      new Set([address, "127.0.0.0/24"]),
    );
  });

  it("has one line, without the URL, if the path cannot be decoded or is very long", async () => {
    const before = test.logs.length;
    for (const url of [
      "/api/cards/card_9a8b/%zz?token=private-words",
      `/api/cards/card_9a8b${"7".repeat(200)}/holds?note=private-words`,
    ]) {
      const { headers, statusCode } = await test.app.server.inject({ url, remoteAddress: ip });
      expect([400, 401, 404]).toContain(statusCode);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      const lines = linesOf(headers["x-request-id"]).filter(({ msg }) => msg === "answered");
      expect(lines.map((line) => line.address)).toEqual([address]);
    }
    const text = test.logs.slice(before).join("");
    expect(text).not.toMatch(/card_9a8b|private-words|%zz/);
  });
});

describe("a request that cannot be read completely", () => {
  /** One server quickly cuts off a request that stops arriving, and the other does not. */
  let hasty: App;
  let patient: App;
  beforeAll(async () => {
    const arrival = { requestMs: 300, uploadMs: 10_000, windowMs: 200, minUploadBytes: 20_480 };
    hasty = await buildApp({ ...test.context }, { arrival, maxEventLoopDelayMs: 0 });
    patient = await buildApp({ ...test.context }, { maxEventLoopDelayMs: 0 });
    for (const { server } of [hasty, patient]) {
      await server.listen({ host: "127.0.0.1", port: 0 });
    }
  });
  afterAll(async () => {
    await hasty?.server.close();
    await patient?.server.close();
  });

  type HangUp = "destroy" | "resetAndDestroy";

  /**
   * Sends part of a request. If `how` is specified, hangs up once the server has begun to read the
   * request. Returns the response and the lines that were logged in the meantime.
   */
  async function send(text: string, how?: HangUp) {
    const before = test.logs.length;
    const { server } = how === undefined ? hasty.server : patient.server;
    const address = server.address();
    const socket = connect(typeof address === "object" ? (address?.port ?? 0) : 0, "127.0.0.1");
    socket.on("error", () => undefined);
    const arriving = how === undefined ? undefined : once(server, "request");
    socket.write(text);
    if (how !== undefined) {
      await arriving;
      await sleep(100);
      socket[how]();
    }
    const answer = await textOf(socket).catch(() => "");
    socket.destroy();
    await expect.poll(() => test.logs.length, { timeout: 20_000 }).toBeGreaterThan(before);
    // Any second line would be logged within this time.
    await sleep(1_300);
    const lines = test.logs.slice(before).map((one): Record<string, unknown> => JSON.parse(one));
    return { answer, lines };
  }

  const login = (rest: string) =>
    `POST /api/customer/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`;

  it("has one line with status 408, and no error, if its body stops arriving", async () => {
    const { answer, lines } = await send(login('Content-Length: 100\r\n\r\n{"a'));
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(lines).toEqual([
      expect.objectContaining({
        level: "info",
        msg: "answered",
        status: 408,
        code: "request_timeout",
        method: "POST",
        route: "/api/customer/login",
        address: "127.0.0.0/24",
        durationMs: expect.any(Number),
      }),
    ]);
    expect(answer).toContain(`"requestId":"${lines[0]?.requestId}"`);
  });

  it("has one line with status 408 if its uploaded file stops arriving", async () => {
    const { token } = await test.signUp();
    const { answer, lines } = await send(
      "POST /api/support/attachments HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n" +
        `Authorization: Bearer ${token}\r\nContent-Length: 100000\r\n\r\nabc`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(lines.map(({ msg, status, err }) => [msg, status, err])).toEqual([
      ["answered", 408, undefined],
    ]);
  });

  it("has one line with status 400 if its body is malformed", async () => {
    const { answer, lines } = await send(login("Transfer-Encoding: chunked\r\n\r\nnot-a-size\r\n"));
    expect(answer).toMatch(/^HTTP\/1\.1 400 |^$/);
    expect(lines.map(({ msg, status, route }) => [msg, status, route])).toEqual([
      ["answered", 400, "/api/customer/login"],
    ]);
  });

  it("has one line with status 400 if it is not HTTP", async () => {
    const { lines } = await send("secret-token hello\r\n\r\n");
    expect(lines).toEqual([
      expect.objectContaining({
        status: 400,
        code: "malformed_request",
        address: "127.0.0.0/24",
        route: "unknown",
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain("secret-token");
  });

  it("has one line, and no error, if the client stops sending halfway through", async () => {
    const { lines } = await send(login('Content-Length: 100\r\n\r\n{"a'), "destroy");
    expect(lines.map(({ msg, status, code }) => [msg, status, code])).toEqual([
      ["answered", 400, "malformed_request"],
    ]);
  });

  it("has one line, and no error, if the client's connection breaks", async () => {
    const half = login('Content-Length: 100\r\n\r\n{"a');
    const { lines } = await send(half, "resetAndDestroy");
    expect(lines.map(({ msg, status }) => [msg, status])).toEqual([
      ["the client disconnected before the response", undefined],
    ]);
  });
});
