import { expect, test } from "vitest";
import { appealUntil } from "./case-time.policy.ts";

test("A rejection can be appealed for a fortnight", () => {
  const rejectedAt = new Date("2026-01-02T16:00:00.000Z");
  expect(appealUntil(rejectedAt)).toEqual(new Date("2026-01-16T16:00:00.000Z"));
});
