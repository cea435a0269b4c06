import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
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
