import { formatAmount, parseAmount } from "@tessera/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareAmounts, fromMinor, toMinor } from "../src/amounts.ts";

const minor = fc.bigInt(-99_999_999_999_999n, 99_999_999_999_999n);

describe("amounts of the client", () => {
  it("client: reads and writes amounts as Tessera does", () => {
    fc.assert(
      fc.property(minor, (value) => {
        const text = formatAmount(value, "USD");
        expect(fromMinor(value)).toBe(text);
        expect(toMinor(text)).toBe(value);
        if (value >= 0n) {
          expect(toMinor(text)).toBe(parseAmount(text, "USD"));
        }
      }),
    );
  });

  it("client: compares amounts by their worth, not as text", () => {
    fc.assert(
      fc.property(minor, minor, (a, b) => {
        const expected = a < b ? -1 : Number(a > b);
        expect(compareAmounts(fromMinor(a), fromMinor(b))).toBe(expected);
      }),
    );
    expect(["9.00", "10.00", "-1.00"].toSorted(compareAmounts)).toEqual(["-1.00", "9.00", "10.00"]);
  });

  it("client: knows currencies with other decimals, and refuses what is not an amount", () => {
    expect([toMinor("500", 0), toMinor("1.5", 3)]).toEqual([500n, 1_500n]);
    expect([fromMinor(500n, 0), fromMinor(-5n, 3)]).toEqual(["500", "-0.005"]);
    for (const text of ["", "1,00", "1e3", "0x10", "12.345", " 1", "1.", ".5", "--1", "NaN"]) {
      expect(() => toMinor(text)).toThrow(RangeError);
    }
  });
});
