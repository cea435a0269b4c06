import { once } from "node:events";
import { connect } from "node:net";
import { hostname } from "node:os";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { buildApp } from "../app.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

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

it("logs each request's actor, route, result and client network", async () => {
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

it("names no actor for a stranger, and the network of an IPv6 address", async () => {
  const { headers } = await test.call("GET", "/api/cards/4111111111111111", {
    ip: "2001:db8:1:2::7",
  });
  const [line] = linesOf(headers["x-request-id"]);
  expect(line).toMatchObject({ status: 401, route: "/api/cards/:id", address: "2001:db8:1::/48" });
  expect(line).not.toHaveProperty("actorId");
});

it("has no line for a health check or for metrics at info", async () => {
  for (const url of ["/healthz", "/readyz", "/metrics"]) {
    const { status, headers } = await test.call("GET", url);
    expect(status).toBe(200);
    expect(linesOf(headers["x-request-id"])).toEqual([]);
  }
});

it("holds no password, token, proof, path parameter, query or body", async () => {
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

it("logs the network of a client that disconnected before the response", async () => {
  const { token } = await test.signUp();
  const config = { ...test.context.config, trustedProxies: ["127.0.0.1"] };
  const app = await buildApp({ ...test.context, config });
  const { port } = new URL(await app.server.listen({ host: "127.0.0.1", port: 0 }));
  try {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(
      "GET /api/events HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\n" +
        `Authorization: Bearer ${token}\r\n\r\n`,
    );
    await once(socket, "data");
    socket.destroy();
    const line = await vi.waitFor(() => {
      const found = test.logs.findLast((one) => one.includes("disconnected before the response"));
      expect(found).toBeDefined();
      return JSON.parse(found ?? "");
    });
    expect(line).toMatchObject({ route: "/api/events", address: "203.0.113.0/24" });
    expect(test.logs.filter((one) => one.includes("hook failed"))).toEqual([]);
  } finally {
    await app.server.close();
  }
});
