import { expect, test } from "vitest";
import { windowStarts } from "./board-window.policy.ts";

const now = new Date("2026-11-22T03:17:20Z");
const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString());

test("a day is told by its 24 hours, the one that runs last", () => {
  const starts = iso(windowStarts("24h", now, "UTC"));
  expect(starts).toHaveLength(24);
  expect([starts[0], starts.at(-1)]).toEqual([
    "2026-11-21T04:00:00.000Z",
    "2026-11-22T03:00:00.000Z",
  ]);
});

test("days begin where the programme's calendar has them", () => {
  expect(iso(windowStarts("7d", now, "Asia/Shanghai")).slice(-2)).toEqual([
    "2026-11-20T16:00:00.000Z",
    "2026-11-21T16:00:00.000Z",
  ]);
  expect(windowStarts("30d", now, "UTC")).toHaveLength(30);
});

test("a day of 23 or 25 hours is one day", () => {
  const after = new Date("2026-11-03T12:00:00Z");
  expect(iso(windowStarts("7d", after, "America/New_York")).slice(3, 6)).toEqual([
    "2026-10-31T04:00:00.000Z",
    "2026-11-01T04:00:00.000Z",
    "2026-11-02T05:00:00.000Z",
  ]);
});

test("where days begin at half past, they are told from the first full hour on", () => {
  expect(iso(windowStarts("7d", now, "Asia/Kolkata")).at(-1)).toBe("2026-11-21T19:00:00.000Z");
});
