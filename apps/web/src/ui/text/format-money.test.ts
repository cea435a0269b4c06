import { describe, expect, test } from "vitest";
import { formatMoney } from "./format-money.ts";
import { spokenMoney } from "./spoken-money.ts";

describe("formatMoney", () => {
  test.each([
    ["12480.36", "USD", "$12,480.36"],
    ["150045.37", "CNY", "¥150,045.37"],
    ["18188.85", "EUR", "€18,188.85"],
    ["-182.40", "USD", "\u2212$182.40"],
    ["0.00", "USD", "$0.00"],
    ["-0.00", "USD", "$0.00"],
    ["999999999999.99", "USD", "$999,999,999,999.99"],
    ["5", "USD", "$5.00"],
    ["5.5", "USD", "$5.50"],
    ["14.98", null, "¥14.98"],
    ["500.00", "USDT", "500.00\u00a0USDT"],
    ["12500.123456", "USDT", "12,500.123456\u00a0USDT"],
  ])("formats %s %s as %s", (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });

  test("adds a plus sign to incoming money and no sign to zero", () => {
    expect(formatMoney("3000.00", "USD", "always")).toBe("+$3,000.00");
    expect(formatMoney("-3.00", "USD", "always")).toBe("\u2212$3.00");
    expect(formatMoney("0.00", "USD", "always")).toBe("$0.00");
  });
});

describe("spokenMoney", () => {
  test.each([
    ["-182.40", "USD", "en", "minus 182 dollars 40 cents"],
    ["1.00", "USD", "en", "1 dollar"],
    ["12480.36", "EUR", "en", "12480 euros 36 cents"],
    ["-182.40", "USD", "zh-CN", "负 182.40 美元"],
    ["5.00", "EUR", "zh-TW", "5 歐元"],
  ] as const)("puts the amount %s %s into words in %s", (amount, currency, locale, words) => {
    expect(spokenMoney(amount, currency, locale)).toBe(words);
  });
});
