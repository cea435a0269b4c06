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
