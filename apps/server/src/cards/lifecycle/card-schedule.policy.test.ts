import type { ScheduleWindow } from "@tessera/contract/cards/cards.schemas";
import { WEEKDAYS } from "@tessera/contract/cards/cards.schemas";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restAt, restsAt } from "./card-schedule.policy.ts";

// 2026-11-16 is a Monday.
const MONDAY = "2026-11-16";
const SUNDAY = "2026-11-22";
const at = (day: string, clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return { day, minuteOfDay: hours * 60 + minutes };
};

const night: ScheduleWindow = { days: ["mon"], from: "22:00", to: "06:00" };

describe("a schedule window", () => {
  test("includes its first minute and excludes its last", () => {
    const office: ScheduleWindow = { days: ["mon"], from: "09:00", to: "17:30" };
    const rests = (clock: string) => restsAt([office], at(MONDAY, clock));
    expect([rests("08:59"), rests("09:00"), rests("17:29"), rests("17:30")]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(restsAt([office], at("2026-11-17", "12:00"))).toBe(false);
  });

  test("belongs to the day on which it begins if it spans midnight", () => {
    expect(restsAt([night], at(MONDAY, "05:00"))).toBe(false);
    expect(restsAt([night], at(MONDAY, "22:00"))).toBe(true);
    expect(restsAt([night], at("2026-11-17", "05:59"))).toBe(true);
    expect(restsAt([night], at("2026-11-17", "06:00"))).toBe(false);
    const sundays: ScheduleWindow = { ...night, days: ["sun"] };
    expect(restsAt([sundays], at(MONDAY, "05:59"))).toBe(true);
  });

  test("lasts a full day if its start and end are equal", () => {
    const all: ScheduleWindow = { days: ["sun"], from: "00:00", to: "00:00" };
    expect(restsAt([all], at(SUNDAY, "00:00"))).toBe(true);
    expect(restsAt([all], at(SUNDAY, "23:59"))).toBe(true);
    expect(restsAt([all], at(MONDAY, "00:00"))).toBe(false);
  });
});

describe("a scheduled pause", () => {
  test("reports its start and duration", () => {
    expect(restAt([night], at(MONDAY, "23:30"))).toEqual({ sinceMinutes: 90, leftMinutes: 390 });
    expect(restAt([night], at("2026-11-17", "06:00"))).toBeUndefined();
  });

  test("continues if another window begins before it ends", () => {
    const late: ScheduleWindow = { days: ["tue"], from: "06:00", to: "08:00" };
    expect(restAt([night, late], at("2026-11-17", "07:00"))).toEqual({
      sinceMinutes: 9 * 60,
      leftMinutes: 60,
    });
  });

  test("never ends if the windows cover the entire week", () => {
    const always: ScheduleWindow = { days: [...WEEKDAYS], from: "00:00", to: "00:00" };
    expect(restAt([always], at(MONDAY, "12:00"))?.leftMinutes).toBeNull();
  });

  test("ends at the reported minute and includes the minute in which it began", () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
    const window = fc.record({
      days: fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 3 }),
      from: clock,
      to: clock,
    });
    const shifted = (minutes: number) => {
      const date = new Date(Date.parse(`${MONDAY}T00:00:00Z`) + minutes * 60_000);
      const [day = "", time = ""] = date.toISOString().split("T");
      return at(day, time.slice(0, 5));
    };
    void fc.assert(
      fc.property(
        fc.array(window, { maxLength: 3 }),
        fc.integer({ min: 0, max: 10_079 }),
        (windows, minute) => {
          const rest = restAt(windows, shifted(minute));
          expect(rest !== undefined).toBe(restsAt(windows, shifted(minute)));
          if (rest?.leftMinutes != null) {
            expect(restsAt(windows, shifted(minute + rest.leftMinutes))).toBe(false);
            expect(restsAt(windows, shifted(minute + rest.leftMinutes - 1))).toBe(true);
            expect(restsAt(windows, shifted(minute - rest.sinceMinutes))).toBe(true);
            expect(restsAt(windows, shifted(minute - rest.sinceMinutes - 1))).toBe(false);
          }
        },
      ),
    );
  });
});
