import { expect, test } from "vitest";
import { bodyOf, daysOf, emptyDraft, problemOf } from "./export-draft.ts";
import { allZones, dayIn, zoneOffset, zonesLike } from "./time-zones.ts";

const draft = { ...emptyDraft("Asia/Shanghai") };
const NOW = new Date("2026-11-30T18:30:00Z");

test("daysOf uses calendar days in the chosen time zone", () => {
  expect(daysOf(draft, NOW)).toEqual({ fromDay: "2026-12-01", toDay: "2026-12-01" });
  expect(daysOf({ ...draft, timeZone: "America/New_York" }, NOW)).toEqual({
    fromDay: "2026-11-01",
    toDay: "2026-11-30",
  });
});

test("daysOf computes months and quarters correctly, including leap years and year ends", () => {
  const january = new Date("2028-01-05T00:00:00Z");
  const march = new Date("2028-03-05T00:00:00Z");
  const last = { ...draft, period: "last-month" } as const;
  expect(daysOf(last, january)).toEqual({ fromDay: "2027-12-01", toDay: "2027-12-31" });
  expect(daysOf(last, march)).toEqual({ fromDay: "2028-02-01", toDay: "2028-02-29" });
  expect(daysOf({ ...draft, period: "this-quarter" }, march)).toEqual({
    fromDay: "2028-01-01",
    toDay: "2028-03-05",
  });
});

test("problemOf returns the missing or invalid part of a statement draft", () => {
  const typed = { ...draft, period: "custom" } as const;
  expect(problemOf(draft, NOW)).toBeUndefined();
  expect(problemOf(typed, NOW)).toBe("no-first-day");
  expect(problemOf({ ...typed, fromDay: "2026-11-02" }, NOW)).toBe("no-last-day");
  const backwards = { ...typed, fromDay: "2026-11-02", toDay: "2026-11-01" };
  expect(problemOf(backwards, NOW)).toBe("backwards");
  const future = { ...typed, fromDay: "2026-12-02", toDay: "2026-12-03" };
  expect(problemOf(future, NOW)).toBe("not-yet");
  expect(problemOf({ ...draft, accounts: [], cards: [] }, NOW)).toBe("nothing-chosen");
});

test("bodyOf omits cards and movement types if all are included, otherwise sends them", () => {
  expect(bodyOf(draft, NOW)).not.toHaveProperty("cards");
  expect(bodyOf(draft, NOW)).not.toHaveProperty("kinds");
  const some = bodyOf({ ...draft, cards: ["card_1"], kinds: ["refund"] }, NOW);
  expect(some).toMatchObject({ cards: ["card_1"], kinds: ["refund"], format: "xlsx" });
});

test("Time zones are found by parts of their names and show their UTC offsets", () => {
  expect(zonesLike(allZones(), "new york")).toEqual(["America/New_York"]);
  expect(zonesLike(allZones(), "america/new_y")).toEqual(["America/New_York"]);
  expect(allZones()[0]).toBe("UTC");
  expect(zoneOffset("America/New_York", NOW)).toBe("UTC\u22125");
  expect(zoneOffset("Nowhere/Land", NOW)).toBe("");
  expect(dayIn("Pacific/Kiritimati", NOW)).toBe("2026-12-01");
});
