import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createContext, type OpenContext } from "../../platform/create-context.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { moveClock } from "./move-clock.ts";
import { startClock } from "./start-clock.ts";

const DAY_SECONDS = 86_400;
const ROOT_KEY = randomBytes(32);
let test: TestApp;
let other: OpenContext;

beforeAll(async () => {
  test = await createTestApp({ rootKey: ROOT_KEY });
  const { config, log } = test.context;
  const databaseUrl = test.database.appUrl;
  other = await createContext({ config, log, rootKey: ROOT_KEY, databaseUrl, maxConnections: 4 });
  await startClock(other.context);
});
afterAll(async () => {
  await other?.close();
  await test?.close();
});

const daysFromNow = (at: Date) => Math.round((at.getTime() - Date.now()) / (DAY_SECONDS * 1_000));

it("sandbox clock: moves on every server when one of them moves it", async () => {
  const both = () => [test.context, other.context].map(({ clock }) => daysFromNow(clock.now()));
  await moveClock(test.context, 3 * DAY_SECONDS);
  await expect.poll(both, { timeout: 60_000 }).toEqual([3, 3]);
  // At the same time on both: neither move is lost.
  await Promise.all([
    moveClock(test.context, 2 * DAY_SECONDS),
    moveClock(other.context, 2 * DAY_SECONDS),
  ]);
  await expect.poll(both, { timeout: 60_000 }).toEqual([7, 7]);
});
