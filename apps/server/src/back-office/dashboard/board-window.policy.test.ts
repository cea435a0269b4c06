import { expect, test } from "vitest";
import { windowStarts } from "./board-window.policy.ts";

const now = new Date("2026-11-22T03:17:20Z");
const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString());

test("dashboard windows: a day has 24 hours and ends with the current hour", () => {
  const starts = iso(windowStarts("24h", now, "UTC"));
  expect(starts).toHaveLength(24);
  expect([starts[0], starts.at(-1)]).toEqual([
    "2026-11-21T04:00:00.000Z",
    "2026-11-22T03:00:00.000Z",
  ]);
});

test("dashboard windows: days start at midnight in the program's time zone", () => {
  expect(iso(windowStarts("7d", now, "Asia/Shanghai")).slice(-2)).toEqual([
    "2026-11-20T16:00:00.000Z",
    "2026-11-21T16:00:00.000Z",
  ]);
  expect(windowStarts("30d", now, "UTC")).toHaveLength(30);
});

test("dashboard windows: a day of 23 or 25 hours counts as one day", () => {
  const after = new Date("2026-11-03T12:00:00Z");
  expect(iso(windowStarts("7d", after, "America/New_York")).slice(3, 6)).toEqual([
    "2026-10-31T04:00:00.000Z",
    "2026-11-01T04:00:00.000Z",
    "2026-11-02T05:00:00.000Z",
  ]);
});

test("dashboard windows: a day that starts on the half hour counts from the next hour", () => {
  expect(iso(windowStarts("7d", now, "Asia/Kolkata")).at(-1)).toBe("2026-11-21T19:00:00.000Z");
});
