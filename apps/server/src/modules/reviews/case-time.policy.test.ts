import { expect, test } from "vitest";
import { appealUntil } from "./case-time.policy.ts";

const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours));

test("a rejection is appealed for a fortnight, or for as long as its subject keeps", () => {
  const rejected = { openedAt: at(0), rejectedAt: at(40) };
  expect(appealUntil(rejected)).toEqual(at(40 + 14 * 24));
  expect(appealUntil(rejected, 48)).toEqual(at(48));
  expect(appealUntil(rejected, 1_000)).toEqual(at(40 + 14 * 24));
});
