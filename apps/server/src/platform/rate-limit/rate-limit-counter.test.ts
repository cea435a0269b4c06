import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { StandingClock } from "../clock.ts";
import { Refusal } from "../http/refusal.ts";
import { createRateLimits, type RateLimits } from "./rate-limit-counter.ts";
import { forgetEndedLimits } from "./rate-limits.repository.ts";

let test: TestApp;
let limits: RateLimits;

beforeAll(async () => {
  test = await createTestApp();
  const { context } = test;
  limits = createRateLimits({ ...context, config: { ...context.config, rateLimits: true } });
});
afterAll(() => test?.close());

const hit = (key: string, max: number) => ({ bucket: "tested", max, windowSeconds: 60, key });

async function refusals(takes: readonly Promise<void>[]): Promise<number> {
  const outcomes = await Promise.allSettled(takes);
  const refused = outcomes.filter((one) => one.status === "rejected");
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(Refusal);
    expect(reason).toMatchObject({ code: "rate_limited" });
    expect(reason.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(reason.retryAfterSeconds).toBeLessThanOrEqual(60);
  }
  return refused.length;
}

it("rate limits: admit exactly the allowed number of parallel calls per key", async () => {
  const takes = (key: string) => Array.from({ length: 50 }, () => limits.take([hit(key, 30)]));
  const [ofOne, ofOther] = await Promise.all([refusals(takes("one")), refusals(takes("other"))]);
  expect([ofOne, ofOther]).toEqual([20, 20]);
  expect(await refusals([limits.take([hit("one", 51)]), limits.take([hit("one", 51)])])).toBe(1);
});

it("rate limits: reject a call if any of its buckets is full", async () => {
  const wide = { ...hit("any", 100), bucket: "tested-wide" };
  await limits.take([wide, hit("any", 1)]);
  expect(await refusals([limits.take([wide, hit("any", 1)])])).toBe(1);
  expect(await refusals([limits.take([wide])])).toBe(0);
});

it("rate limits: count a day and its minutes in one row, and refuse by either", async () => {
  const { sql } = test.context.db;
  const began = test.context.clock.now();
  const clock = new StandingClock(began);
  const wait = (seconds: number) => clock.moveTo(new Date(began.getTime() + seconds * 1_000));
  const { config, ...rest } = test.context;
  const counter = createRateLimits({ ...rest, clock, config: { ...config, rateLimits: true } });
  const hits = {
    ...{ bucket: "tested-burst", key: "one", max: 5, windowSeconds: 86_400 },
    burst: { max: 3, windowSeconds: 60 },
  };
  const taken = () => counter.take([hits]);
  const results = await Promise.allSettled([taken(), taken(), taken(), taken()]);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
  await expect(taken()).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 60 });
  wait(61);
  // The next minute is new, but the day has been used up by the calls that were refused, too.
  await expect(taken()).rejects.toMatchObject({ retryAfterSeconds: 86_400 - 61 });
  const rows = await sql<{ hits: number; burst: number }[]>`
    select hits, burst_hits as burst from rate_limit where bucket = 'tested-burst'`;
  expect(rows).toEqual([{ hits: 6, burst: 1 }]);
  wait(86_400);
  await taken();
});

it("rate limit retention: deletes only windows that ended at least an hour ago", async () => {
  const { db, clock } = test.context;
  const hits = async () => {
    const [row] = await db.sql<{ hits: number }[]>`
      select hits from rate_limit where bucket = 'tested-forgetting'`;
    return row?.hits;
  };
  await limits.take([{ ...hit("forgotten", 5), bucket: "tested-forgetting" }]);
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms);
  await forgetEndedLimits(db, inMs(3_600_000));
  expect(await hits()).toBe(1);
  await forgetEndedLimits(db, inMs(3_700_000));
  expect(await hits()).toBeUndefined();
});
