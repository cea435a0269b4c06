import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { programCalendar } from "./program-calendar.policy.ts";

describe("the program calendar", () => {
  test("uses UTC days for a program in UTC", () => {
    const period = programCalendar("UTC").periodAt(new Date("2026-12-31T23:59:59.999Z"));
    expect(period.day).toBe("2026-12-31");
    expect(period.month).toBe("2026-12");
    expect(period.dayResetsAt.toISOString()).toBe("2027-01-01T00:00:00.000Z");
    expect(period.monthResetsAt.toISOString()).toBe("2027-01-01T00:00:00.000Z");
  });

  test("assigns a payment to a day in the program's time zone", () => {
    const period = programCalendar("Asia/Shanghai").periodAt(new Date("2026-11-30T16:00:00Z"));
    expect(period.day).toBe("2026-12-01");
    expect(period.month).toBe("2026-12");
    expect(period.dayStartsAt.toISOString()).toBe("2026-11-30T16:00:00.000Z");
    expect(period.monthResetsAt.toISOString()).toBe("2026-12-31T16:00:00.000Z");
  });

  test("ends a 23-hour day after 23 hours", () => {
    const period = programCalendar("Europe/Berlin").periodAt(new Date("2026-03-29T10:00:00Z"));
    expect(period.dayResetsAt.getTime() - period.dayStartsAt.getTime()).toBe(23 * 3_600_000);
  });

  test("starts a day without a midnight at the first instant of that day", () => {
    // On November 4, 2018, São Paulo's clocks went straight from 23:59:59 on November 3 to 01:00.
    const calendar = programCalendar("America/Sao_Paulo");
    expect(calendar.periodAt(new Date("2018-11-04T12:00:00Z")).dayStartsAt.toISOString()).toBe(
      "2018-11-04T03:00:00.000Z",
    );
  });

  test("assigns every instant to one day, and starts the next exactly where that day ends", () => {
    const zones = fc.constantFrom("UTC", "Asia/Shanghai", "America/New_York", "Pacific/Chatham");
    const instants = fc.date({
      min: new Date("2020-01-01T00:00:00Z"),
      max: new Date("2035-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, instants, (zone, at) => {
        const calendar = programCalendar(zone);
        const period = calendar.periodAt(at);
        expect(period.dayStartsAt <= at && at < period.dayResetsAt).toBe(true);
        expect(period.dayResetsAt <= period.monthResetsAt).toBe(true);
        const next = calendar.periodAt(period.dayResetsAt);
        expect(next.day > period.day).toBe(true);
        expect(next.dayStartsAt).toEqual(period.dayResetsAt);
        expect(calendar.periodAt(new Date(period.monthResetsAt.getTime() - 1)).month).toBe(
          period.month,
        );
      }),
      { numRuns: 200 },
    );
  });
});
