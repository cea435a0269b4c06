import { RATE_SCALE } from "@tessera/money";
import { expect, test } from "vitest";
import { coverageOf, heldIn, missingMinor, totalOf } from "./reserve.policy.ts";

test("reserves: what is held is unknown while one place is, never zero", () => {
  expect(heldIn([{ heldMinor: 5n }, { heldMinor: -2n }])).toBe(3n);
  expect(heldIn([{ heldMinor: 5n }, { heldMinor: undefined }])).toBeUndefined();
  expect(heldIn([])).toBe(0n);
});

test("reserves: only less than the ledger says is missing", () => {
  expect(missingMinor(100n, 99n)).toBe(1n);
  expect(missingMinor(100n, 100n)).toBe(0n);
  expect(missingMinor(100n, 500n)).toBe(0n);
});

test("reserves: the total rounds against the program, and needs every balance and price", () => {
  const dollars = { heldMinor: 10n, owedMinor: 4n, dollarsScaled: RATE_SCALE };
  const euros = { heldMinor: 1n, owedMinor: 1n, dollarsScaled: RATE_SCALE + RATE_SCALE / 2n };
  expect(totalOf([dollars, euros])).toEqual({ heldMinor: 11n, owedMinor: 6n });
  expect(totalOf([dollars, { ...euros, heldMinor: undefined }])).toBeUndefined();
  expect(totalOf([dollars, { ...euros, dollarsScaled: undefined }])).toBeUndefined();
  const nothing = { heldMinor: 0n, owedMinor: 0n, dollarsScaled: undefined };
  expect(totalOf([dollars, nothing])).toEqual({ heldMinor: 10n, owedMinor: 4n });
});

test("reserves: coverage is below one as soon as a little is missing", () => {
  expect(coverageOf({ heldMinor: 1_000_000n, owedMinor: 1_000_000n })).toBe(1);
  expect(coverageOf({ heldMinor: 999_999n, owedMinor: 1_000_000n })).toBe(0.9999);
  expect(coverageOf({ heldMinor: 1_500_000n, owedMinor: 1_000_000n })).toBe(1.5);
});
