import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RoutedServer, type Router, serversFor, startRouter } from "./router.ts";

const WAIT = { timeout: 50_000 };

interface Seen {
  readonly cell: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

let router: Router;
const running: Server[] = [];
const isReady = new Map<number, boolean>();

/** Starts a server that returns what it received. */
async function startServer(cell: number): Promise<RoutedServer> {
  isReady.set(cell, true);
  const server = createServer((request, answer) => {
    if (request.url === "/readyz") {
      answer.writeHead(isReady.get(cell) === true ? 200 : 503).end();
      return;
    }
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const seen: Seen = { cell, headers: request.headers, body: String(Buffer.concat(parts)) };
      answer.writeHead(201, { "content-type": "application/json", "x-request-id": "r1" });
      answer.end(JSON.stringify(seen));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  running.push(server);
  return { cell, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function stopServer(server: Server | undefined): Promise<unknown> {
  server?.closeAllConnections();
  return new Promise((resolve) => (server === undefined ? resolve(0) : server.close(resolve)));
}

beforeEach(async () => {
  const servers = [await startServer(1), await startServer(2)];
  router = await startRouter({ host: "127.0.0.1", port: 0, servers });
});
afterEach(async () => {
  await router.close();
  await Promise.all(running.splice(0).map(stopServer));
});

async function send(headers: Record<string, string> = {}, body?: string) {
  const url = `${router.origin}/api/cards?x=1`;
  const answer = await fetch(url, body === undefined ? { headers } : postOf(headers, body));
  return { answer, seen: (await answer.json()) as Seen };
}

function postOf(headers: Record<string, string>, body: string): RequestInit {
  return { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
}

it("router: sends a session to the server of its cell, and the rest to the first", async () => {
  expect((await send({ authorization: "Bearer vc2_abc" })).seen.cell).toBe(2);
  expect((await send({ authorization: "Bearer vc1_abc" })).seen.cell).toBe(1);
  expect((await send({ "x-tessera-cell": "2" })).seen.cell).toBe(2);
  expect((await send()).seen.cell).toBe(1);
});

it("router: passes body, status and headers on, and replaces the client's address", async () => {
  const given = { "x-forwarded-for": "6.6.6.6", "idempotency-key": "k", "x-tessera-vouch": "x" };
  const { answer, seen } = await send(given, '{"amount":"1.00"}');
  expect(answer.status).toBe(201);
  expect(answer.headers.get("x-request-id")).toBe("r1");
  expect(seen.body).toBe('{"amount":"1.00"}');
  expect(seen.headers).toMatchObject({ "x-forwarded-for": "127.0.0.1", "idempotency-key": "k" });
  expect(seen.headers).not.toHaveProperty("x-tessera-vouch");
});

it("router: sends a request to another server while its own accepts no connection", async () => {
  await stopServer(running[1]);
  const { seen } = await send({ authorization: "Bearer vc2_abc" }, "{}");
  expect(seen).toMatchObject({ cell: 1, body: "{}" });
});

it("router: without any server, answers 503", async () => {
  await Promise.all(running.map(stopServer));
  const answer = await fetch(`${router.origin}/api/cards`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
});

it("router: is ready while every cell has a ready server", async () => {
  const readiness = async () => (await fetch(`${router.origin}/readyz`)).status;
  await expect.poll(readiness, WAIT).toBe(200);
  isReady.set(2, false);
  await expect.poll(readiness, WAIT).toBe(503);
  isReady.set(2, true);
  await expect.poll(readiness, WAIT).toBe(200);
});

it("router: prefers a ready server of another cell to one that is not ready", () => {
  const [one, two] = [1, 2].map((cell) => ({ cell, origin: `http://${cell}` }));
  const servers = [one, two].filter((server) => server !== undefined);
  const ready = new Set(servers.slice(0, 1));
  expect(serversFor(2, servers, ready).map(({ cell }) => cell)).toEqual([1, 2]);
  expect(serversFor(2, servers, new Set(servers)).map(({ cell }) => cell)).toEqual([2, 1]);
});
