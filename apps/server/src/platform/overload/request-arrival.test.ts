import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, buildApp } from "../../app.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";

/** Shorter timeouts (1/5 of those in production), with the same number of windows. */
const LIMITS = { requestMs: 3_000, uploadMs: 60_000, windowMs: 2_000, minUploadBytes: 20_480 };
/** Less than the time that a connection stays open if nothing cuts it off. */
const CUT_OFF_MS = 30_000;
const FILE = Buffer.alloc(2_000_000, "a line of text\n");

let test: TestApp;
let app: App;
let port: number;
let customer: TestCustomer;
beforeAll(async () => {
  test = await createTestApp();
  app = await buildApp({ ...test.context }, { arrival: LIMITS, maxEventLoopDelayMs: 0 });
  const address = new URL(await app.server.listen({ host: "127.0.0.1", port: 0 }));
  port = Number(address.port);
  customer = await test.signUp();
});
afterAll(async () => {
  await app.server.close();
  await test.close();
});

interface Sent {
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** The size of each chunk in bytes, and the number of chunks to send before falling silent. */
  readonly piece: number;
  readonly pieces?: number;
  readonly token?: string;
}

/**
 * Sends a body in chunks, 50 ms apart. Returns the response and how long the connection stayed
 * open.
 */
function send({ path, type, body, piece, pieces, token = customer.token }: Sent) {
  const begunMs = performance.now();
  return new Promise<{ answer: string; lastedMs: number }>((resolve) => {
    let answer = "";
    let sent = 0;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
      );
    });
    const sending = setInterval(() => {
      const place = sent * piece;
      if (place < body.length && sent < (pieces ?? Number.POSITIVE_INFINITY)) {
        socket.write(body.subarray(place, place + piece));
        sent += 1;
      }
    }, 50);
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    // The server may close the connection while the client is still sending.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(sending);
      resolve({ answer, lastedMs: performance.now() - begunMs });
    });
  });
}

const upload = { path: "/api/support/attachments", type: "text/plain", body: FILE };

describe.concurrent("an upload", () => {
  it("can take far longer than other requests as long as it keeps making progress", async () => {
    const { answer, lastedMs } = await send({ ...upload, piece: 15_000 });
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(lastedMs).toBeGreaterThan(2 * LIMITS.requestMs);
  });

  it("is cut off with 408 if it stops arriving", async () => {
    const { answer, lastedMs } = await send({ ...upload, piece: 80_000, pieces: 4 });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
    expect(lastedMs).toBeLessThan(CUT_OFF_MS);
  });

  it("is cut off with 408 if it arrives too slowly", async () => {
    const { answer, lastedMs } = await send({ ...upload, piece: 10 });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(lastedMs).toBeLessThan(CUT_OFF_MS);
  });
});

describe.concurrent("any other request", () => {
  const body = Buffer.from(JSON.stringify({ username: "ada", password: "x".repeat(1_000) }));
  const login = { path: "/api/customer/login", type: "application/json", body };

  it("is cut off with 408 if it is not complete in time, even if it makes progress", async () => {
    const { answer, lastedMs } = await send({ ...login, piece: 1 });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(lastedMs).toBeLessThan(CUT_OFF_MS);
  });

  it("is disconnected if the client keeps sending after the request was rejected", async () => {
    const { answer, lastedMs } = await send({
      ...login,
      path: "/api/support/conversations",
      piece: 1,
      token: "none",
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(lastedMs).toBeLessThan(CUT_OFF_MS);
  });

  it("has no time limit if injected, since it is complete and has no connection", async () => {
    const lost: unknown[] = [];
    const onLost = (error: unknown) => lost.push(error);
    process.on("uncaughtExceptionMonitor", onLost);
    const { statusCode } = await app.server.inject({
      method: "POST",
      url: login.path,
      headers: { "content-type": login.type },
      payload: body,
    });
    await new Promise((resolve) => setTimeout(resolve, LIMITS.requestMs + 1_200));
    process.off("uncaughtExceptionMonitor", onLost);
    expect([statusCode, lost]).toEqual([400, []]);
  });
});
