// @vitest-environment jsdom
import { expect, test } from "vitest";
import {
  draftsOf,
  isComplete,
  spanOf,
  timesWith,
  toggleDay,
  windowsOf,
  withNext,
} from "./schedule-draft.ts";

test("Blocked hours stay unchanged when converted to drafts and back", () => {
  const windows = [{ days: ["mon" as const], from: "22:00", to: "06:00" }];
  expect(windowsOf(draftsOf(windows))).toEqual(windows);
  expect(windowsOf([])).toEqual([]);
});

test("Each window of blocked hours gets a unique key, even after another one is removed", () => {
  const drafts = withNext(withNext([]));
  const [, second] = drafts;
  expect(drafts.map(({ key }) => key)).toEqual([0, 1]);
  expect(withNext(second === undefined ? [] : [second]).map(({ key }) => key)).toEqual([1, 2]);
});

test("A new window of blocked hours is preset to the days that no window covers", () => {
  const drafts = withNext(withNext(withNext([])));
  const week = ["mon", "tue", "wed", "thu", "fri"];
  expect(drafts.map(({ days }) => days)).toEqual([week, ["sat", "sun"], week]);
});

test("The days of a window stay in weekday order when a day is added or removed", () => {
  const [draft] = draftsOf([{ days: ["wed"], from: "01:00", to: "02:00" }]);
  if (draft === undefined) {
    throw new Error("no draft");
  }
  expect(toggleDay(draft, "mon").days).toEqual(["mon", "wed"]);
  expect(toggleDay(draft, "wed").days).toEqual([]);
});

test("A window of blocked hours is complete once it includes at least one day", () => {
  expect(isComplete({ days: ["mon"] })).toBe(true);
  expect(isComplete({ days: [] })).toBe(false);
});

test("The selectable times are every half hour plus the current value, sorted", () => {
  expect(timesWith("22:00")).toHaveLength(48);
  const times = timesWith("21:45");
  expect(times).toHaveLength(49);
  expect(times.slice(43, 46)).toEqual(["21:30", "21:45", "22:00"]);
});

test("A window is classified as within a day, overnight, or all day", () => {
  expect(spanOf({ from: "09:00", to: "17:00" })).toBe("within_day");
  expect(spanOf({ from: "22:00", to: "06:00" })).toBe("over_midnight");
  expect(spanOf({ from: "00:00", to: "00:00" })).toBe("whole_day");
});
