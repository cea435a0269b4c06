import { expect, test } from "vitest";
import { listingInterval } from "./listing-interval.policy.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

test.each([
  [0, 10_000],
  [59 * MINUTE, 10_000],
  [60 * MINUTE, 2 * MINUTE],
  [DAY, 60 * MINUTE],
  [30 * DAY, DAY],
  [3_000 * DAY, DAY],
])("TRON: an address given out %d ms ago is listed every %d ms", (age, expected) => {
  expect(listingInterval(age)).toBe(expected);
});
