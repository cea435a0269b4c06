import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "./calendar-days.policy.ts";
import { recurrenceOf } from "./recurrence.policy.ts";

function paid(days: readonly string[], ...amounts: readonly bigint[]) {
  return days.map((day, place) => ({
    day,
    amountMinor: amounts[place] ?? amounts.at(-1) ?? 1_000n,
  }));
}

describe("recurring charges from a merchant", () => {
  test.each([
    ["weekly", ["2026-10-30", "2026-11-06", "2026-11-13", "2026-11-20"], "2026-11-27"],
    ["weekly, a day early once", ["2026-11-06", "2026-11-12", "2026-11-20"], "2026-11-27"],
    ["monthly", ["2026-08-03", "2026-09-03", "2026-10-03", "2026-11-03"], "2026-12-03"],
    ["monthly, after a weekend", ["2026-09-05", "2026-10-05", "2026-11-07"], "2026-12-05"],
    ["monthly, from year to year", ["2026-11-15", "2026-12-15", "2027-01-15"], "2027-02-15"],
    ["monthly, at the end of months", ["2026-01-31", "2026-02-28", "2026-03-31"], "2026-04-30"],
    ["monthly, from a short month on", ["2026-02-28", "2026-03-31", "2026-04-30"], "2026-05-31"],
    ["monthly, on the 30th", ["2026-01-30", "2026-02-28", "2026-03-30"], "2026-04-30"],
    ["monthly, over a leap day", ["2027-12-31", "2028-01-31", "2028-02-29"], "2028-03-31"],
    ["monthly, late into the next", ["2026-08-31", "2026-10-01", "2026-10-31"], "2026-11-30"],
    ["yearly", ["2024-11-25", "2025-11-25", "2026-11-24"], "2027-11-25"],
    ["yearly, on a leap day", ["2024-02-29", "2025-02-28", "2026-02-28"], "2027-02-28"],
  ])("are detected: %s", (cadence, days, expectedOn) => {
    const today = addDays(days.at(-1) ?? "", 1);
    const found = recurrenceOf(paid(days), today);
    expect(found).toMatchObject({ cadence: cadence.split(",")[0], expectedOn });
    expect(found).not.toHaveProperty("priceRise");
  });

  test("are not detected from two payments", () => {
    expect(recurrenceOf(paid(["2026-10-03", "2026-11-03"]), "2026-11-04")).toBeUndefined();
  });

  test("count several plans charged on the same day as one bill", () => {
    const days = ["2026-09-03", "2026-09-03", "2026-10-03", "2026-10-03", "2026-11-03"];
    const amounts = [700n, 300n, 700n, 300n, 1_000n];
    expect(recurrenceOf(paid(days, ...amounts), "2026-11-04")).toMatchObject({
      cadence: "monthly",
      amountMinor: 1_000n,
    });
  });

  test("start over after a long pause", () => {
    const before = ["2026-01-03", "2026-02-03", "2026-03-03"];
    const after = ["2026-08-20", "2026-09-20"];
    expect(recurrenceOf(paid([...before, ...after]), "2026-09-21")).toBeUndefined();
    expect(recurrenceOf(paid([...before, ...after, "2026-10-20"]), "2026-10-21")).toMatchObject({
      expectedOn: "2026-11-20",
    });
  });

  test("end on the exact day that they become too long overdue", () => {
    const monthly = paid(["2026-08-03", "2026-09-03", "2026-10-03"]);
    expect(recurrenceOf(monthly, "2026-11-08")).toMatchObject({ expectedOn: "2026-11-03" });
    expect(recurrenceOf(monthly, "2026-11-09")).toBeUndefined();
  });

  test("predict every charge up to a specific day", () => {
    const weekly = recurrenceOf(paid(["2026-11-06", "2026-11-13", "2026-11-20"]), "2026-11-21");
    expect(weekly?.occurrencesUntil("2026-11-26")).toEqual([]);
    expect(weekly?.occurrencesUntil("2026-11-27")).toEqual(["2026-11-27"]);
    expect(weekly?.occurrencesUntil("2026-12-10")).toEqual(["2026-11-27", "2026-12-04"]);
  });
});

describe("the predicted amount", () => {
  const MONTHS = ["2026-07-10", "2026-08-10", "2026-09-10", "2026-10-10", "2026-11-10"];
  const next = (...amounts: bigint[]) => recurrenceOf(paid(MONTHS, ...amounts), "2026-11-11");

  test("is the fixed price, with any price increase reported", () => {
    expect(next(1_000n, 1_000n, 1_000n, 1_200n, 1_200n)).toMatchObject({
      amountMinor: 1_200n,
      priceRise: { fromMinor: 1_000n, toMinor: 1_200n, since: "2026-10-10" },
    });
    const cheaper = next(1_200n, 1_200n, 1_000n, 1_000n, 1_000n);
    expect(cheaper?.amountMinor).toBe(1_000n);
    expect(cheaper).not.toHaveProperty("priceRise");
    expect(next(1_200n, 1_200n, 1_200n, 1_200n, 1_000n)?.amountMinor).toBe(1_200n);
  });

  test("follows a price rise, but is absent after a single charge over twice the price", () => {
    expect(next(100n, 2_000n, 2_000n, 2_000n, 2_000n)).toMatchObject({ amountMinor: 2_000n });
    expect(next(1_000n, 1_000n, 1_000n, 1_000n, 2_000n)).toMatchObject({ amountMinor: 2_000n });
    expect(next(1_000n, 1_000n, 1_000n, 1_000n, 2_001n)).toBeUndefined();
  });

  test("is the highest of the latest three amounts if a bill varies by at most a fifth", () => {
    expect(next(1_000n, 820n, 900n, 850n, 810n)).toMatchObject({ amountMinor: 900n });
    expect(next(1_000n, 800n, 900n, 850n, 810n)).toMatchObject({ amountMinor: 900n });
    expect(next(1_000n, 799n, 900n, 850n, 810n)).toBeUndefined();
  });
});

describe("irregular purchases", () => {
  const START = "2026-03-01";

  test("are not detected as recurring charges: daily coffee, workdays, varying prices", () => {
    const daily = Array.from({ length: 60 }, (_, place) => addDays(START, place));
    const working = daily.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
    for (const days of [daily, working]) {
      for (let end = 3; end <= days.length; end++) {
        const coffees = paid(days.slice(0, end), 450n);
        expect(recurrenceOf(coffees, days[end - 1] ?? "")).toBeUndefined();
      }
    }
  });

  test("are not detected as recurring charges if they occur every one to five days", () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 8, maxLength: 80 });
    fc.assert(
      fc.property(gaps, fc.bigInt(300n, 900n), (some, amountMinor) => {
        let day = START;
        const days = some.map((gap) => {
          day = addDays(day, gap);
          return day;
        });
        // Weekly charges are at least six days apart.
        expect(recurrenceOf(paid(days, amountMinor), day)).toBeUndefined();
      }),
    );
  });
});

test("recurrence: a charge on a fixed day of the month is expected on that day again", () => {
  const start = fc.record({
    month: fc.integer({ min: 0, max: 23 }),
    date: fc.integer({ min: 1, max: 31 }),
    count: fc.integer({ min: 3, max: 12 }),
  });
  fc.assert(
    fc.property(start, ({ month, date, count }) => {
      const on = (place: number) => {
        const last = new Date(Date.UTC(2025, month + place + 1, 0)).getUTCDate();
        const at = Date.UTC(2025, month + place, Math.min(date, last));
        return new Date(at).toISOString().slice(0, 10);
      };
      const days = Array.from({ length: count }, (_, place) => on(place));
      // All of the months considered may be too short to show the merchant's day, in which case the
      // latest day among them is expected.
      const longest = Math.max(...days.slice(-6).map((day) => Number(day.slice(-2))));
      const expected = on(count);
      const seen = longest < date ? `${expected.slice(0, 8)}${longest}` : expected;
      expect(recurrenceOf(paid(days), days.at(-1) ?? "")?.expectedOn).toBe(seen);
    }),
  );
});
