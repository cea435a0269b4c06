import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SessionCache } from "./session-cache.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const session = {
  sessionId: "session",
  userId: "person",
  customerId: "customer",
  username: "wen",
  role: "customer",
  lacksSecondFactor: false,
  idleSeconds: 60,
  lastSeenAt: new Date(0),
  expiresAt: new Date(1_000_000),
} as const;

function kept(cache: SessionCache) {
  return cache.put("hash", session, cache.endings);
}

test("session cache: a session is accepted for five seconds and no longer", () => {
  const cache = new SessionCache();
  const entry = kept(cache);
  vi.advanceTimersByTime(5_000);
  expect(cache.get("hash")).toBe(entry);
  vi.advanceTimersByTime(1);
  expect(cache.get("hash")).toBeUndefined();
});

test("session cache: one caller refreshes a session in use before it expires", () => {
  const cache = new SessionCache();
  const entry = kept(cache);
  vi.advanceTimersByTime(2_500);
  expect(cache.takeRefresh(entry)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(cache.takeRefresh(entry)).toBe(true);
  expect(cache.takeRefresh(entry)).toBe(false);
});

test("session cache: a session is not cached if it ended while it was being read", () => {
  const cache = new SessionCache();
  const { endings } = cache;
  cache.end("person");
  cache.put("hash", session, endings);
  expect(cache.get("hash")).toBeUndefined();
});
