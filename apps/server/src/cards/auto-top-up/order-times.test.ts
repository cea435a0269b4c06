import { describe, expect, test } from "vitest";
import { latestSlot, nextSlot, timeBeforeCharge } from "./order-times.ts";

const BERLIN = "Europe/Berlin";
const at = (text: string) => new Date(text);
const monthly = (day: number, hour = 9) => ({ trigger_kind: "month", day, hour }) as const;
const weekly = (day: number, hour = 9) => ({ trigger_kind: "week", day, hour }) as const;

describe("the next time of an order", () => {
  test.each([
    ["later on the day", monthly(28), "2026-11-28T07:59:59Z", "2026-11-28T08:00:00Z"],
    [
      "in the next month once it has passed",
      monthly(28),
      "2026-11-28T08:00:00Z",
      "2026-12-28T08:00:00Z",
    ],
    [
      "on the last day of a shorter month",
      monthly(31),
      "2027-02-01T00:00:00Z",
      "2027-02-28T08:00:00Z",
    ],
    ["on February 29 of a leap year", monthly(30), "2028-02-10T00:00:00Z", "2028-02-29T08:00:00Z"],
    ["in January after December", monthly(1), "2026-12-15T00:00:00Z", "2027-01-01T08:00:00Z"],
    ["on Monday after a Saturday", weekly(1), "2026-11-28T12:00:00Z", "2026-11-30T08:00:00Z"],
    ["a week later", weekly(6), "2026-11-28T12:00:00Z", "2026-12-05T08:00:00Z"],
    ["at the hour in summer time", weekly(7), "2026-03-28T12:00:00Z", "2026-03-29T07:00:00Z"],
    ["after an hour that is skipped", weekly(7, 2), "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"],
    ["at the hour after clocks go back", weekly(7), "2026-10-24T12:00:00Z", "2026-10-25T08:00:00Z"],
    ["at midnight", monthly(1, 0), "2026-11-28T00:00:00Z", "2026-11-30T23:00:00Z"],
  ])("is %s", (_, order, after, expected) => {
    expect(nextSlot(order, at(after), BERLIN).at).toEqual(at(expected));
  });

  test("is on a day of the program's calendar, wherever the program is", () => {
    const { day, at: time } = nextSlot(
      monthly(1),
      at("2026-11-28T00:00:00Z"),
      "Pacific/Kiritimati",
    );
    expect([day, time.toISOString()]).toEqual(["2026-12-01", "2026-11-30T19:00:00.000Z"]);
  });
});

test("a time that was missed is caught up within a day, and not after it", () => {
  const order = monthly(28);
  expect(latestSlot(order, at("2026-11-28T07:59:00Z"), BERLIN)).toBeUndefined();
  expect(latestSlot(order, at("2026-11-29T07:00:00Z"), BERLIN)?.day).toBe("2026-11-28");
  expect(latestSlot(order, at("2026-11-29T09:00:00Z"), BERLIN)).toBeUndefined();
});

test("hours before a charge count back from the beginning of its day", () => {
  expect(timeBeforeCharge(BERLIN, "2026-12-01", 24)).toEqual(at("2026-11-29T23:00:00Z"));
});
