import { expect, test } from "vitest";
import { ApiError } from "../../../lib/api/api-error.ts";
import { amountRefusal } from "./amount-refusal.ts";

const asked = {
  amount: "150",
  currency: "USD",
  available: "500.00",
  terms: { dayLimit: "200.00", dayUsed: "102.00" },
  quote: undefined,
  error: null,
} as const;
const quoted = (total: string, rate = "1.0000", currency: "USD" | "CNY" = "USD") => ({
  ...asked,
  currency,
  quote: { total, currency, rate },
});
const refused = (code: string) => new ApiError({ status: 400, code, message: "" });

test("amountRefusal returns the exact shortfall before a quote is requested", () => {
  expect(amountRefusal({ ...asked, amount: "500.01" })).toEqual({
    kind: "shortfall",
    missing: "0.01",
  });
  expect(amountRefusal({ ...asked, amount: "500" })).toBeUndefined();
  expect(amountRefusal({ ...asked, amount: "500.01", available: undefined })).toBeUndefined();
});

test("amountRefusal reports an amount above today's limit before the step-up", () => {
  expect(amountRefusal(quoted("98.00"))).toBeUndefined();
  expect(amountRefusal(quoted("98.01"))).toEqual({ kind: "day", left: "98.00" });
  // At 7.00 yuan to the dollar, $98 is 686 yuan, and adding one fen adds one cent.
  expect(amountRefusal(quoted("686.00", "7.0000", "CNY"))).toBeUndefined();
  expect(amountRefusal(quoted("686.01", "7.0000", "CNY"))).toEqual({ kind: "day", left: "98.00" });
});

test("amountRefusal returns zero remaining when the daily limit has been exceeded", () => {
  const terms = { dayLimit: "100.00", dayUsed: "102.00" };
  expect(amountRefusal({ ...quoted("20.00"), terms })).toEqual({ kind: "day", left: "0.00" });
});

test("amountRefusal explains why a quote was rejected and ignores other fields' errors", () => {
  const of = (code: string) => amountRefusal({ ...asked, error: refused(code) })?.kind;
  expect(of("insufficient_funds")).toBe("costs");
  expect(of("withdrawal_out_of_bounds")).toBe("bounds");
  expect(of("rates_unavailable")).toBeUndefined();
});
