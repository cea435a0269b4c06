import fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf, daysPerColumn } from "./day-buckets.ts";

test("A chart column covers one day, three days, or a week", () => {
  expect([30, 60, 90, 180, 365].map(daysPerColumn)).toEqual([1, 1, 3, 3, 7]);
  expect(columnsOf([1n, 2n, 3n])).toEqual([1n, 2n, 3n]);
});

test("columnsOf keeps the total, returns at most 60 columns, and fills the last one", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, 9n), { minLength: 1, maxLength: 366 }), (values) => {
      const columns = columnsOf(values);
      const sum = (some: readonly bigint[]) => some.reduce((all, one) => all + one, 0n);
      expect(sum(columns)).toBe(sum(values));
      expect(columns.length).toBeLessThanOrEqual(60);
      expect(columns.at(-1)).toBe(sum(values.slice(-daysPerColumn(values.length))));
    }),
  );
});
