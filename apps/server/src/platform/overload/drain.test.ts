import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { createHttpServer } from "../http/http-server.ts";
import { createLogger } from "../telemetry/logger.ts";

type Server = Awaited<ReturnType<typeof createHttpServer>>["app"];

let app: Server;
let port: number;
let sockets: Socket[];
/** The call to the slow route: when it has begun, and when it may end. */
let call: { begun: PromiseWithResolvers<void>; end: PromiseWithResolvers<void> };

beforeEach(async () => {
  const config = readConfig({ LOG_LEVEL: "silent" });
  const log = createLogger(config.log);
  ({ app } = await createHttpServer({ config, log, webRoot: "/none", maxEventLoopDelayMs: 0 }));
  call = { begun: Promise.withResolvers(), end: Promise.withResolvers() };
  app.get("/api/slow", { config: { access: "public" } }, async () => {
    call.begun.resolve();
    await call.end.promise;
    return { done: true };
  });
  app.post("/api/taken", { config: { access: "public" } }, async () => ({ done: true }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) {
    socket.destroy();
  }
  await app.close();
});

async function opened(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

it("draining: finishes in time despite a silent connection and an incomplete request", async () => {
  await opened();
  const half = await opened();
  half.write("POST /api/taken HTTP/1.1\r\nHost: x\r\nContent-Le");
  await sleep(50);
  const start = performance.now();
  await app.close();
  // A connection that waits for a response would not be closed until 6 s have passed.
  expect(performance.now() - start).toBeLessThan(5_500);
});

it("draining: finishes in time despite an incomplete body", async () => {
  const half = await opened();
  half.write(
    "POST /api/taken HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
      'Content-Length: 100\r\n\r\n{"a',
  );
  await sleep(50);
  const start = performance.now();
  await app.close();
  // Without draining, the body would have 15 s to arrive.
  expect(performance.now() - start).toBeLessThan(14_000);
});

it("draining: finishes requests in progress, and rejects new ones with an error code", async () => {
  const busy = await opened();
  busy.write("GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await call.begun.promise;
  const closing = app.close();
  await expect.poll(() => app.server.listening, { timeout: 20_000 }).toBe(false);
  const arriving = once(app.server, "request");
  busy.write("GET /api/slow HTTP/1.1\r\nHost: x\r\nAccept-Language: zh-CN\r\n\r\n");
  await arriving;
  call.end.resolve();
  const answers = await text(busy);
  await closing;
  expect(answers).toContain('{"done":true}');
  const refused = answers.slice(answers.indexOf("HTTP/1.1 503")).toLowerCase();
  expect(refused).toContain("content-type: application/problem+json");
  expect(refused).toContain("connection: close");
  expect(refused).toMatch(/retry-after: \d+/);
  expect(refused).toContain('"code":"shutting_down"');
  expect(refused).toContain("系统正在重启");
});

it("draining: once a stop is announced, serves requests but closes their connections", async () => {
  app.leaving.isAnnounced = true;
  const socket = await opened();
  socket.write("POST /api/taken HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
  const answer = (await text(socket)).toLowerCase();
  expect(answer).toMatch(/^http\/1\.1 200/);
  expect(answer).toContain("connection: close");
});
