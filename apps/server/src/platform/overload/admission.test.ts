import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { createHttpServer } from "../http/http-server.ts";
import { createLogger } from "../telemetry/logger.ts";
import { ADMISSION_LIMITS } from "./admission.ts";
import type { AdmissionLimits } from "./admission-queue.ts";

/**
 * In milliseconds. Longer than any call waits for a slot to become free, even on a busy machine.
 */
const PATIENT_MS = 60_000;

let app: FastifyInstance | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** Starts a server with four slots. Its slow routes respond once `work` is done. */
async function serve(maxWaitMs: AdmissionLimits["maxWaitMs"], work: () => Promise<unknown>) {
  const config = readConfig({ LOG_LEVEL: "silent" });
  ({ app } = await createHttpServer({
    config,
    log: createLogger(config.log),
    webRoot: "/none",
    admission: { maxUnderWay: 4, maxMoneyUnderWay: 4, maxWaitMs },
    maxEventLoopDelayMs: 0,
  }));
  const slow = async () => {
    await work();
    return { done: true };
  };
  app.get("/api/slow", { config: { access: "public" } }, slow);
  app.post("/api/note", { config: { access: "public" } }, slow);
  app.post("/api/pay", { config: { access: "public", urgency: "money" } }, slow);
  app.get("/healthz", async () => ({ status: "alive" }));
  await app.ready();
  const server = app;
  return {
    get: (url: string) => server.inject({ url }),
    post: (url: string) => server.inject({ method: "POST", url, payload: { a: 1 } }),
  };
}

it("admission: sheds reads and lists, then other writes, while payments are admitted", async () => {
  const release = Promise.withResolvers<void>();
  let begun = 0;
  const { get, post } = await serve({ read: 100, write: 200, money: PATIENT_MS }, () => {
    begun += 1;
    return release.promise;
  });
  const running = Array.from({ length: 4 }, () => get("/api/slow"));
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(4);
  const paying = Array.from({ length: 8 }, () => post("/api/pay"));
  const [read, write, health] = await Promise.all([
    get("/api/slow"),
    post("/api/note"),
    get("/healthz"),
  ]);
  // The payments still wait for a slot.
  expect(begun).toBe(4);
  release.resolve();
  const paid = await Promise.all(paying);
  for (const shed of [read, write]) {
    expect([shed?.statusCode, shed?.json().code]).toEqual([503, "overloaded"]);
    expect(Number(shed?.headers["retry-after"])).toBeGreaterThan(0);
    expect(shed?.headers["content-type"]).toContain("application/problem+json");
  }
  expect(health?.statusCode).toBe(200);
  expect(paid.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect((await Promise.all(running)).map(({ statusCode }) => statusCode)).toEqual(
    Array(4).fill(200),
  );
});

it("admission: frees a call's slot after its response, regardless of the outcome", async () => {
  const patient = { read: PATIENT_MS, write: PATIENT_MS, money: PATIENT_MS };
  const { get } = await serve(patient, () => sleep(20));
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => get("/api/slow")));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(200));
  }
  const answers = await Promise.all(Array.from({ length: 12 }, () => get("/api/nowhere")));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(404));
});

it("admission: has a slot for each concurrent call of any benchmark", () => {
  expect(ADMISSION_LIMITS.maxMoneyUnderWay).toBeGreaterThanOrEqual(128);
});

it("admission: rejects calls while the event loop is delayed, unless the limit is 0", async () => {
  const config = readConfig({ LOG_LEVEL: "silent" });
  const options = { config, log: createLogger(config.log), webRoot: "/none" };
  const servers = [
    await createHttpServer({ ...options, maxEventLoopDelayMs: 20 }),
    await createHttpServer({ ...options, maxEventLoopDelayMs: 0 }),
  ];
  const statuses = async () => {
    const end = performance.now() + 200;
    while (performance.now() < end) {
      // Blocks the event loop, so that no other work can run.
    }
    await sleep(10);
    const answers = await Promise.all(servers.map(({ app: one }) => one.inject("/api/quick")));
    return answers.map(({ statusCode }) => statusCode);
  };
  for (const { app: one } of servers) {
    one.get("/api/quick", { config: { access: "public" } }, async () => ({ done: true }));
    await one.ready();
  }
  await expect.poll(statuses, { timeout: 60_000, interval: 0 }).toEqual([503, 200]);
  await Promise.all(servers.map(({ app: one }) => one.close()));
});
