import { createHmac } from "node:crypto";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { createHttpServer } from "../http/http-server.ts";
import { createLogger } from "../telemetry/logger.ts";
import { passOnRequest, type Ways } from "./pass-on.ts";
import { NotSentError, openServerConnections, type ServerConnections } from "./send-to-server.ts";
import { createVouches } from "./vouch.ts";

const hmac = (purpose: string, data: string | Buffer) =>
  createHmac("sha256", purpose).update(data).digest();
const vouches = createVouches({ hmac });

const TOKEN = { authorization: `Bearer vc2_${"x".repeat(43)}` };
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nKeep-Alive: timeout=9\r\nX-Own: 1\r\n\r\nok";

/** A server of cell 2 that records every byte, and answers with given bytes. */
interface OtherServer {
  readonly url: string;
  received: string;
  answer: string | undefined;
}

let front: FastifyInstance;
let frontPort: number;
let other: OtherServer;
let listener: Server;
let sockets: Socket[];
let servers: Map<number, string[]>;
let connections: ServerConnections;
let limits: { connectMs: number; silentMs: number };

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

beforeEach(async () => {
  sockets = [];
  listener = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      other.received += chunk.toString("latin1");
      const isWhole =
        /\r\n0\r\n\r\n$/.test(other.received) || !/transfer-encoding/i.test(other.received);
      if (isWhole && other.answer !== undefined) {
        socket.write(other.answer);
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  other = { url: `http://127.0.0.1:${portOf(listener)}`, received: "", answer: OK };
  servers = new Map([[2, [other.url]]]);
  limits = { connectMs: 60_000, silentMs: 60_000 };
  connections = openServerConnections(limits);
  const ways: Ways = { apps: new Map(), servers, connections, vouches };
  const config = readConfig({ LOG_LEVEL: "silent" });
  const isElsewhere = (cell: number | undefined): cell is number => cell === 2;
  const { app } = await createHttpServer({
    ...{ config, log: createLogger(config.log), maxEventLoopDelayMs: 0 },
    webRoot: join(tmpdir(), "no-console"),
    directions: {
      ...{ cell: 1, vouches, apps: new Map(), isElsewhere },
      passOn: (request, reply, cell) => passOnRequest(ways, request, reply, { cell }),
    },
  });
  front = app;
  await front.listen({ host: "127.0.0.1", port: 0 });
  frontPort = portOf(front.server);
});

afterEach(async () => {
  for (const socket of sockets) {
    socket.destroy();
  }
  connections.close();
  await front.close();
  await new Promise((resolve) => listener.close(resolve));
});

const at = (path: string) => `http://127.0.0.1:${frontPort}${path}`;

/** Sends bytes to the front, and returns everything that it answers until it disconnects. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answered = "";
    const socket = connect(frontPort, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      answered += chunk.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answered));
  });
}

function headersReceived(): readonly string[] {
  const [head = ""] = other.received.split("\r\n\r\n");
  return head.split("\r\n").map((line) => line.toLowerCase());
}

it("passing on: a request arrives with its own headers and a vouch for the client", async () => {
  const response = await fetch(at("/api/cards?limit=1"), {
    headers: { ...TOKEN, "x-forwarded-for": "9.9.9.9", "accept-language": "zh-CN", te: "trailers" },
  });
  expect(await response.text()).toBe("ok");
  expect(response.headers.get("x-own")).toBe("1");
  expect(response.headers.get("keep-alive")).not.toBe("timeout=9");
  const received = headersReceived();
  expect(received[0]).toBe("get /api/cards?limit=1 http/1.1");
  expect(received).toContain("accept-language: zh-cn");
  expect(received).toContain(`authorization: ${TOKEN.authorization}`.toLowerCase());
  expect(received.some((line) => /^(x-forwarded|te:|forwarded)/.test(line))).toBe(false);
  const [, text = ""] = /x-tessera-vouch: (\S+)/i.exec(other.received) ?? [];
  const asked = { method: "GET", url: "/api/cards?limit=1" };
  expect(vouches.read(text, asked, 2)).toMatchObject({ ip: "127.0.0.1", passes: 1 });
});

it("passing on: a chunked body arrives chunked, whole and without trailers", async () => {
  const answered = await sendRaw(
    "POST /api/cards HTTP/1.1\r\nHost: tessera\r\nConnection: close, X-Secret\r\nX-Secret: 1\r\n" +
      `Authorization: ${TOKEN.authorization}\r\nTransfer-Encoding: chunked\r\n` +
      "Trailer: X-T\r\n\r\n" +
      "3\r\nxyz\r\n4\r\nuvwx\r\n0\r\nX-T: GET /smuggled HTTP/1.1\r\n\r\n",
  );
  expect(answered).toMatch(/^HTTP\/1.1 200 OK/);
  const body = other.received.slice(other.received.indexOf("\r\n\r\n") + 4);
  expect(body.replace(/[0-9a-f]+\r\n/g, "").replaceAll("\r\n", "")).toBe("xyzuvwx");
  expect(other.received).not.toContain("smuggled");
  const received = headersReceived();
  expect(received.filter((line) => line.startsWith("transfer-encoding"))).toHaveLength(1);
  expect(received.some((line) => /^(content-length|trailer|x-secret)/.test(line))).toBe(false);
});

it.each([
  ["a length and chunks", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["two lengths", "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"],
  ["an unknown encoding", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"],
  ["a length that is no number", "Content-Length: +3\r\n\r\nabc"],
  ["two Host headers", "Host: other\r\nContent-Length: 0\r\n\r\n"],
])("passing on: a request with %s is refused, and nothing is sent", async (_name, rest) => {
  const answered = await sendRaw(
    "POST /api/cards HTTP/1.1\r\nHost: tessera\r\nConnection: close\r\n" +
      `Authorization: ${TOKEN.authorization}\r\n${rest}`,
  );
  expect(answered).toMatch(/^HTTP\/1.1 400/);
  expect(other.received).toBe("");
});

it("passing on: a target that names a host of its own is refused", async () => {
  const answered = await sendRaw(
    `GET http://other.example/api/cards HTTP/1.1\r\nHost: tessera\r\nConnection: close\r\n` +
      `Authorization: ${TOKEN.authorization}\r\n\r\n`,
  );
  expect(answered).toMatch(/^HTTP\/1.1 400/);
  expect(answered).toContain("malformed_request");
  expect(other.received).toBe("");
});

it("passing on: a body that stops arriving never looks complete", async () => {
  other.answer = undefined;
  const socket = connect(frontPort, "127.0.0.1");
  socket.write(
    "POST /api/cards HTTP/1.1\r\nHost: tessera\r\n" +
      `Authorization: ${TOKEN.authorization}\r\nContent-Length: 10\r\n\r\nabc`,
  );
  await expect.poll(() => other.received, { timeout: 60_000 }).toContain("abc");
  socket.destroy();
  await expect.poll(() => sockets.every((one) => one.destroyed), { timeout: 60_000 }).toBe(true);
  expect(other.received).not.toMatch(/\r\n0\r\n\r\n$/);
});

it("passing on: a cell without a server is unavailable, in the reader's language", async () => {
  servers.clear();
  const response = await fetch(at("/api/cards"), {
    headers: { ...TOKEN, "accept-language": "zh-CN" },
  });
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
  expect(await response.json()).toMatchObject({
    code: "cell_unavailable",
    message: expect.stringContaining("暂时无法连接你的账户"),
  });
});

it("passing on: the next server is tried if one does not accept connections", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const down = `http://127.0.0.1:${portOf(closed)}`;
  await new Promise((resolve) => closed.close(resolve));
  servers.set(2, [down, other.url, down]);
  for (let round = 0; round < 10; round += 1) {
    const response = await fetch(at("/api/cards"), { method: "POST", headers: TOKEN });
    expect(response.status).toBe(200);
  }
  servers.set(2, [down]);
  const refused = await fetch(at("/api/cards"), { method: "POST", headers: TOKEN });
  expect(await refused.json()).toMatchObject({ status: 503, code: "cell_unavailable" });
});

it("passing on: a write without a response has an unknown outcome, and is sent once", async () => {
  limits.silentMs = 300;
  other.answer = undefined;
  servers.set(2, [other.url, other.url]);
  const lost = await fetch(at("/api/cards"), { method: "POST", headers: TOKEN, body: "{}" });
  expect(await lost.json()).toMatchObject({ status: 503, code: "outcome_unknown" });
  expect(other.received.match(/POST/g)).toHaveLength(1);
});

it("passing on: a read that gets no response in time is refused, and may be repeated", async () => {
  limits.silentMs = 300;
  other.answer = undefined;
  const lost = await fetch(at("/api/cards"), { headers: TOKEN });
  expect(await lost.json()).toMatchObject({ status: 503, code: "cell_unavailable" });
});

it("passing on: a response that stops arriving never looks complete", async () => {
  limits.silentMs = 300;
  other.answer = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc";
  const cut = fetch(at("/api/cards"), { headers: TOKEN }).then((response) => response.text());
  await expect(cut).rejects.toThrow();
});

it("passing on: headers of a response that are too long are refused", async () => {
  other.answer = `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(20_000)}\r\nContent-Length: 2\r\n\r\nok`;
  const refused = await fetch(at("/api/cards"), { headers: TOKEN });
  expect(await refused.json()).toMatchObject({ status: 503, code: "cell_unavailable" });
});

it("passing on: a request that waits for a connection does not wait forever", async () => {
  other.answer = undefined;
  const get = { method: "GET", path: "/", headers: { host: "x" }, body: undefined };
  const full = openServerConnections({ connectMs: 300, silentMs: 60_000 }, 1);
  const stream = new AbortController();
  const first = full.send(other.url, get, stream.signal);
  await expect.poll(() => other.received, { timeout: 60_000 }).toContain("GET /");
  const waiting = full.send(other.url, get, new AbortController().signal);
  await expect(waiting).rejects.toThrow(NotSentError);
  const patient = openServerConnections({ connectMs: 3_600_000, silentMs: 60_000 }, 1);
  const second = patient.send(other.url, get, stream.signal);
  await expect.poll(() => other.received.match(/GET/g), { timeout: 60_000 }).toHaveLength(2);
  const leaving = new AbortController();
  const left = patient.send(other.url, get, leaving.signal);
  leaving.abort();
  await expect(left).rejects.toThrow(NotSentError);
  stream.abort();
  const outcomes = await Promise.allSettled([first, second]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  for (const one of [full, patient]) {
    one.close();
  }
});

/** Starts a process that serves cells 2 and 3, whose apps answer with the number of their cell. */
async function startTwoAndThree(): Promise<readonly FastifyInstance[]> {
  const config = readConfig({ LOG_LEVEL: "silent" });
  const apps = new Map<number, FastifyInstance>();
  for (const cell of [2, 3]) {
    const { app } = await createHttpServer({
      ...{ config, log: createLogger(config.log), maxEventLoopDelayMs: 0 },
      webRoot: join(tmpdir(), "no-console"),
      directions: {
        ...{ cell, vouches, apps },
        isElsewhere: (one): one is number => one !== undefined && one !== cell,
        passOn: () => Promise.reject(new Error("passed on again")),
      },
    });
    app.get("/cell", { config: { access: "public" } }, ({ ip }) => ({ cell, ip }));
    await app.ready();
    apps.set(cell, app);
  }
  await apps.get(2)?.listen({ host: "127.0.0.1", port: 0 });
  return [...apps.values()];
}

it("passing on: a process with several cells answers for each that a vouch names", async () => {
  const apps = await startTwoAndThree();
  const port = apps.map(({ server }) => portOf(server)).find((one) => one !== 0);
  const asked = { method: "GET", url: "/cell" };
  const vouch = { requestId: "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f", ip: "203.0.113.7", passes: 1 };
  const statuses: number[] = [];
  for (const cell of [2, 3, 4]) {
    const headers = { ...TOKEN, "x-tessera-vouch": vouches.write({ ...vouch, cell }, asked) };
    const response = await fetch(`http://127.0.0.1:${port}/cell`, { headers });
    statuses.push(response.status);
    if (response.ok) {
      expect(await response.json()).toEqual({ cell, ip: vouch.ip });
    }
  }
  expect(statuses).toEqual([200, 200, 400]);
  // A call without a session is not directed by a token that it carries.
  const headers = { authorization: TOKEN.authorization.replace("vc2_", "vc3_") };
  const own = await fetch(`http://127.0.0.1:${port}/cell`, { headers });
  expect(await own.json()).toMatchObject({ cell: 2 });
  await Promise.all(apps.map((app) => app.close()));
});
