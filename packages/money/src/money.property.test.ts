import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CURRENCIES,
  convertForDisplay,
  feeOf,
  formatAmount,
  formatRate,
  MAX_AMOUNT_MINOR,
  parseAmount,
  parseRate,
  RATE_SCALE,
} from "./index.ts";

const REFUSED = [
  "1e9",
  "1E2",
  "NaN",
  "Infinity",
  "-0",
  "-1",
  "+1",
  "00.1",
  ".5",
  "5.",
  "0.001",
  "0.005",
  "1,000",
  "1_000",
  "0x10",
  "0b1",
  "1/2",
  "１２",
  "١٢",
  "१२",
  "²",
  "½",
  "\u22121",
  " 1",
  "1 ",
  "1\n",
  "1\u0000",
  "",
  "null",
  "true",
  "[]",
  "{}",
  "9007199254740993",
  "99999999999999999999",
  "1e400",
  "1".repeat(10_000),
];

describe("money: amounts on the wire", () => {
  test.each(REFUSED)("money: rejects %j", (text) => {
    expect(parseAmount(text, "USD")).toBeUndefined();
  });

  test("money: every amount survives formatting and parsing", () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, MAX_AMOUNT_MINOR),
        fc.constantFrom(...CURRENCIES),
        (minor, currency) => {
          expect(parseAmount(formatAmount(minor, currency), currency)).toBe(minor);
        },
      ),
    );
  });

  test("money: the parser rejects everything outside the grammar", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = /^[0-9]{1,12}(\.[0-9]{1,2})?$/.test(text) && !/^0[0-9]/.test(text);
        expect(parseAmount(text, "USD") !== undefined).toBe(plain);
      }),
    );
  });

  test("money: the parser pads a short fraction with zeros instead of shifting digits", () => {
    expect(parseAmount("12.3", "USD")).toBe(1230n);
    expect(formatAmount(-5n, "EUR")).toBe("-0.05");
  });
});

describe("money: fees", () => {
  test("money: a 3.5% fee on one cent is one cent, so no amount is free", () => {
    for (let minor = 1n; minor <= 100n; minor++) {
      expect(feeOf(minor, 350)).toBeGreaterThanOrEqual(1n);
    }
  });

  test("money: splitting a payment never lowers its fee", () => {
    const amount = fc.bigInt(0n, MAX_AMOUNT_MINOR);
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 0, max: 10_000 }), (left, right, rate) => {
        expect(feeOf(left, rate) + feeOf(right, rate)).toBeGreaterThanOrEqual(
          feeOf(left + right, rate),
        );
      }),
    );
  });

  test("money: a fee that divides evenly is exact", () => {
    expect(feeOf(100_000n, 350)).toBe(3_500n);
    expect(feeOf(10_001n, 350)).toBe(351n);
  });
});

describe("money: rates", () => {
  test("money: converting at a rate of 1 leaves the amount unchanged", () => {
    fc.assert(
      fc.property(fc.bigInt(-MAX_AMOUNT_MINOR, MAX_AMOUNT_MINOR), (minor) => {
        expect(convertForDisplay(minor, RATE_SCALE)).toBe(minor);
      }),
    );
  });

  test("money: every rate used for pricing is formatted with all of its decimals", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 16n), (rateScaled) => {
        expect(parseRate(formatRate(rateScaled))).toBe(rateScaled);
      }),
    );
    expect(formatRate(710_428_867n)).toBe("7.10428867");
  });

  test("money: a rate survives parsing and formatting", () => {
    expect(parseRate("7.1189")).toBe(711_890_000n);
    expect(formatRate(711_890_000n)).toBe("7.1189");
    expect(formatRate(RATE_SCALE)).toBe("1.0000");
    expect(parseRate("1e5")).toBeUndefined();
  });
});
