import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { inTransaction } from "../context.ts";
import { startJobs } from "./jobs.ts";

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

it("stopping jobs: a task that does not end delays shutdown by only a few seconds", async () => {
  const { context, database } = test;
  const jobs = await startJobs(database.appUrl, context.log, context.db.kysely);
  const running = Promise.withResolvers<AbortSignal>();
  jobs.every(10, "endless", (stopping) => {
    running.resolve(stopping);
    return new Promise(() => undefined);
  });
  const stopping = await running.promise;
  const startMs = performance.now();
  await jobs.stop();
  expect(stopping.aborted).toBe(true);
  expect(performance.now() - startMs).toBeLessThan(30_000);
  expect(test.logs.some((line) => line.includes("did not stop in time"))).toBe(true);
});

it("enqueued jobs: a job of a server that is killed is not left until it expires", async () => {
  const { context } = test;
  await inTransaction(context.db, (tx) => context.jobs.enqueue(tx, "heartbeat-test", {}));
  const rows = await context.db.sql<{ seconds: number | null }[]>`
    select heartbeat_seconds as seconds from jobs.job where name = 'heartbeat-test'`;
  expect(rows).toEqual([{ seconds: 60 }]);
});

/** Opens a proxy to the database whose open connections can be frozen. */
async function openFreezableProxy() {
  const target = new URL(test.database.appUrl);
  const sockets: Socket[] = [];
  const frozen = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => undefined);
      from.on("data", (chunk) => frozen.has(from) || to.write(chunk));
      from.on("close", () => frozen.has(from) || to.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === "object" ? address?.port : 0);
  return {
    url: url.href,
    freeze() {
      for (const socket of sockets) {
        frozen.add(socket);
      }
    },
    close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
    },
  };
}

it("jobs: go on after the queue's connections have frozen", async () => {
  const { context } = test;
  const proxy = await openFreezableProxy();
  const jobs = await startJobs(proxy.url, context.log, context.db.kysely);
  const handled: number[] = [];
  await jobs.work<{ number: number }>("frozen", async ({ number }) => {
    handled.push(number);
  });
  const enqueue = (number: number) =>
    inTransaction(context.db, (tx) => jobs.enqueue(tx, "frozen", { number }));
  await enqueue(1);
  await expect.poll(() => handled, { timeout: 60_000 }).toEqual([1]);
  proxy.freeze();
  await enqueue(2);
  await expect.poll(() => handled, { timeout: 60_000 }).toEqual([1, 2]);
  await jobs.stop();
  proxy.close();
});
