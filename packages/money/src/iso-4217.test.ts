import { codes, code as currencyOf } from "currency-codes";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decimalsOf,
  formatMerchantAmount,
  MERCHANT_CURRENCIES,
  parseMerchantAmount,
} from "./iso-4217.ts";

/** The code for a transaction without a currency. */
const NO_CURRENCY = "X".repeat(3);
/** Funds codes, precious metals, units of account and test codes: no merchant asks for these. */
const NOT_FOR_PAYMENTS = new Set([
  ..."BOV CHE CHW CLF COU MXV USN UYI UYW XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA".split(
    " ",
  ),
  NO_CURRENCY,
]);
/** Currencies that ISO 4217 added after the package was published. */
const NEWER = new Set(["XCG"]);

test("money: the list of currencies is that of ISO 4217, with its decimals", () => {
  const listed = codes().filter((code) => !NOT_FOR_PAYMENTS.has(code));
  expect(MERCHANT_CURRENCIES.filter((code) => !NEWER.has(code))).toEqual(listed.toSorted());
  for (const code of listed) {
    expect([code, decimalsOf(code)]).toEqual([code, currencyOf(code)?.digits]);
  }
});

test("money: every amount in every currency survives formatting and parsing", () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 99_999_999_999n),
      fc.constantFrom(...MERCHANT_CURRENCIES),
      (minor, code) => {
        expect(parseMerchantAmount(formatMerchantAmount(minor, code), code)).toBe(minor);
      },
    ),
  );
});

test("money: an amount with more decimals than its currency has is refused", () => {
  expect(parseMerchantAmount("8000", "JPY")).toBe(8_000n);
  expect(parseMerchantAmount("8000.00", "JPY")).toBe(8_000n);
  expect(parseMerchantAmount("8000.50", "JPY")).toBeUndefined();
  expect(parseMerchantAmount("1.250", "KWD")).toBe(1_250n);
  expect(parseMerchantAmount("1.25", "KWD")).toBe(1_250n);
  expect(parseMerchantAmount("1.255", "GBP")).toBeUndefined();
  expect(parseMerchantAmount("1.25", NO_CURRENCY)).toBeUndefined();
});
