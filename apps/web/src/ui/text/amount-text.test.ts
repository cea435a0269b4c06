import { AMOUNT_PATTERN } from "@tessera/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caretAfter, groupedAmount, typedAmount, wireAmount } from "./amount-text.ts";

describe("a typed amount", () => {
  test.each([
    ["", ""],
    ["5", "5"],
    ["005", "5"],
    ["0", "0"],
    [".", "0."],
    [".5", "0.5"],
    ["12.", "12."],
    ["1,234.5", "1234.5"],
    ["$1,234.56", "1234.56"],
    ["¥ 12 000", "12000"],
    ["１２", undefined],
    ["1.234", undefined],
    ["1.2.3", undefined],
    ["-5", undefined],
    ["1e5", undefined],
    ["abc", undefined],
    ["1234567890123", undefined],
  ])("of %j is kept as %j", (text, kept) => {
    expect(typedAmount(text)).toBe(kept);
  });

  test("is shown with thousands separators", () => {
    expect(groupedAmount("1234567.5")).toBe("1,234,567.5");
    expect(groupedAmount("12.")).toBe("12.");
    expect(groupedAmount("999")).toBe("999");
  });

  test("is always sent in the API's format", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.,]{0,16}$/), (text) => {
        const wire = wireAmount(typedAmount(text) ?? "");
        expect(wire === undefined || AMOUNT_PATTERN.test(wire)).toBe(true);
      }),
    );
  });

  test("is not changed by grouping", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{0,11}(\.[0-9]{0,2})?$/), (text) => {
        expect(typedAmount(groupedAmount(text))).toBe(text);
      }),
    );
  });

  test("is not sent while it is zero", () => {
    expect(wireAmount("0.00")).toBeUndefined();
    expect(wireAmount("12.")).toBe("12");
  });

  test("keeps the caret after the same digit when it is grouped", () => {
    expect(caretAfter("1,234", 1)).toBe(1);
    expect(caretAfter("1,234", 2)).toBe(3);
    expect(caretAfter("1,234", 4)).toBe(5);
  });
});
