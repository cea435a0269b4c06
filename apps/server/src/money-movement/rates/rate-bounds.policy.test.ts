import { RATE_SCALE } from "@tessera/money";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  comesIntoForce,
  isDepegged,
  isFromFuture,
  isOlder,
  isOutdated,
  jumps,
  withSpread,
} from "./rate-bounds.policy.ts";

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * HOUR_MS);
const sheet = (hours: number, ...values: bigint[]) => ({ ratedAt: at(hours), values });
const bounds = { maxJumpBasisPoints: 1_000 };

test("rates: a sheet is outdated if its age exceeds the bound, but not if it equals it", () => {
  expect(isOutdated(at(0), at(144), 144 * HOUR_MS)).toBe(false);
  expect(isOutdated(at(0), new Date(at(144).getTime() + 1), 144 * HOUR_MS)).toBe(true);
});

test("rates: a sheet dated further ahead than the bound counts as dated in the future", () => {
  expect(isFromFuture(at(2), at(0), 2 * HOUR_MS)).toBe(false);
  expect(isFromFuture(new Date(at(2).getTime() + 1), at(0), 2 * HOUR_MS)).toBe(true);
});

test("rates: a sheet counts as older if its source has sent a later one, in force or not", () => {
  expect(isOlder(sheet(0), { last: undefined, heldBack: undefined })).toBe(false);
  expect(isOlder(sheet(1), { last: sheet(1), heldBack: undefined })).toBe(false);
  expect(isOlder(sheet(1), { last: sheet(2), heldBack: undefined })).toBe(true);
  expect(isOlder(sheet(1), { last: sheet(0), heldBack: sheet(2) })).toBe(true);
});

test("rates: a jump is a change of more than the bound, up or down", () => {
  expect(jumps([100n], [110n], 1_000)).toBe(false);
  expect(jumps([100n], [111n], 1_000)).toBe(true);
  expect(jumps([100n], [90n], 1_000)).toBe(false);
  expect(jumps([100n], [89n], 1_000)).toBe(true);
  expect(jumps([100n, 100n], [100n, 0n], 9_999)).toBe(true);
  expect(jumps([100n, 100n], [100n], 1_000)).toBe(true);
});

test("rates: a jump takes effect only after a later sheet confirms it", () => {
  const last = sheet(0, 100n);
  const jumped = sheet(24, 150n);
  expect(comesIntoForce(jumped, { last: undefined, heldBack: undefined }, bounds)).toBe(true);
  expect(comesIntoForce(jumped, { last, heldBack: undefined }, bounds)).toBe(false);
  expect(comesIntoForce(jumped, { last, heldBack: jumped }, bounds)).toBe(false);
  expect(comesIntoForce(sheet(48, 152n), { last, heldBack: jumped }, bounds)).toBe(true);
  expect(comesIntoForce(sheet(48, 200n), { last, heldBack: jumped }, bounds)).toBe(false);
  expect(comesIntoForce(sheet(48, 101n), { last, heldBack: jumped }, bounds)).toBe(true);
});

test("rates: USDT is depegged if it deviates from one dollar by more than the bound", () => {
  expect(isDepegged(RATE_SCALE, RATE_SCALE, 100)).toBe(false);
  expect(isDepegged(99_000_000n, RATE_SCALE, 100)).toBe(false);
  expect(isDepegged(98_999_999n, RATE_SCALE, 100)).toBe(true);
  expect(isDepegged(101_000_001n, RATE_SCALE, 100)).toBe(true);
});

test("rates: the spread never favors the customer, and a round trip never yields a profit", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1_000_000n, max: 10_000_000_000n }),
      fc.integer({ min: 0, max: 2_000 }),
      fc.bigInt({ min: 1n, max: 10_000_000_000n }),
      (rateScaled, spread, usdtMinor) => {
        const into = withSpread(rateScaled, spread, "deposit");
        const out = withSpread(rateScaled, spread, "withdrawal");
        expect(into <= rateScaled && rateScaled <= out).toBe(true);
        const credited = (usdtMinor * into) / RATE_SCALE;
        const paidOut = (credited * RATE_SCALE) / out;
        expect(paidOut <= usdtMinor).toBe(true);
      },
    ),
  );
});
