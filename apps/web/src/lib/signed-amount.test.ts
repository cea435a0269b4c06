import { expect, test } from "vitest";
import { shortfall, signedMinor } from "./signed-amount.ts";

test("signedMinor parses signed amounts into minor units", () => {
  expect(signedMinor("-182.40", "USD")).toBe(-18_240n);
  expect(signedMinor("0.05", "EUR")).toBe(5n);
  expect(signedMinor("--1.00", "USD")).toBeUndefined();
});

test("shortfall returns the exact missing amount, even for a negative balance", () => {
  expect(shortfall("1.50", "0.20", "USD")).toBe("1.30");
  expect(shortfall("1.50", "-2.00", "USD")).toBe("3.50");
  expect(shortfall("1.50", "1.50", "USD")).toBeUndefined();
});
