import { MOVEMENT_READINGS } from "@tessera/contract/insights/bills.schemas";
import { expect, test } from "vitest";
import { movementStatusText, readingText } from "./movement-status-labels.ts";

test.each([
  ["deposit", "processing", "Awaiting confirmation"],
  ["deposit", "completed", "Completed"],
  ["deposit", "expired", "Failed"],
  ["deposit", "cancelled", "Canceled"],
  ["deposit", "reviewing", "Under review"],
  ["purchase", "processing", "Processing"],
  ["withdrawal", "expired", "Expired"],
] as const)("a %s with status %s is labeled %s", (kind, status, text) => {
  expect(movementStatusText({ kind, status }).message).toBe(text);
});

test("Status filters have distinct labels that match their movements' status chips", () => {
  const words = MOVEMENT_READINGS.map((reading) => readingText(reading).message);
  expect(new Set(words).size).toBe(MOVEMENT_READINGS.length);
  expect(words[0]).toBe("Awaiting confirmation");
});
