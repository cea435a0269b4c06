import { MOVEMENT_READINGS } from "@tessera/contract/insights/bills.schemas";
import { expect, test } from "vitest";
import { movementStatusText, readingText } from "./movement-status-labels.ts";

test.each([
  ["deposit", "processing", "Awaiting confirmation"],
  ["deposit", "completed", "Completed"],
  ["deposit", "expired", "Failed"],
  ["deposit", "cancelled", "Cancelled"],
  ["deposit", "reviewing", "Under review"],
  ["purchase", "processing", "Processing"],
  ["withdrawal", "expired", "Expired"],
] as const)("a %s that is %s reads %s", (kind, status, text) => {
  expect(movementStatusText({ kind, status }).message).toBe(text);
});

test("no two filters have the same words, and each has those of a chip", () => {
  const words = MOVEMENT_READINGS.map((reading) => readingText(reading).message);
  expect(new Set(words).size).toBe(MOVEMENT_READINGS.length);
  expect(words[0]).toBe("Awaiting confirmation");
});
