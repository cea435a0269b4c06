import { expect, test } from "vitest";
import { after, endOfPractice, isoSpan, leap } from "./practice-clock.policy.ts";

const at = (text: string) => new Date(`${text}Z`);

test.each([
  ["2027-01-31T10:00", "P1M", "2027-02-28T10:00"],
  ["2028-01-31T10:00", "P1M", "2028-02-29T10:00"],
  ["2026-12-15T23:59", "P1M", "2027-01-15T23:59"],
  ["2026-11-30T10:00", "P1W", "2026-12-07T10:00"],
  ["2026-11-30T10:00", "P1D", "2026-12-01T10:00"],
  ["2026-11-30T23:30", "PT1H", "2026-12-01T00:30"],
] as const)("simulator clock: %s plus %s is %s", (from, by, to) => {
  expect(leap(at(from), by)).toEqual(at(to));
});

test("simulator clock: a simulation started on a leap day ends on the last day of February", () => {
  expect(endOfPractice(at("2028-02-29T12:00"))).toEqual(at("2030-02-28T12:00"));
});

test.each([
  [{ minutes: 5 }, "PT5M"],
  [{ hours: 20 }, "PT20H"],
  [{ days: 11 }, "P11D"],
  [{ months: 1 }, "P1M"],
] as const)("simulator clock: %o is written as %s, and moves the clock forward", (span, iso) => {
  expect(isoSpan(span)).toBe(iso);
  expect(after(at("2026-11-30T10:00"), span) > at("2026-11-30T10:00")).toBe(true);
});
