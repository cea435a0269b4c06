import { expect, test } from "vitest";
import { appealUntil } from "./case-time.policy.ts";

test("case time: a rejection can be appealed for 14 days", () => {
  const rejectedAt = new Date("2026-01-02T16:00:00.000Z");
  expect(appealUntil(rejectedAt)).toEqual(new Date("2026-01-16T16:00:00.000Z"));
});
