import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { standingText } from "./strategy-standing.ts";

const NOW = new Date("2026-11-21T12:00:00");

const USED = {
  status: "active",
  statusSince: "2026-11-02T12:00:00",
  hitsThisMonth: 5,
  triedThisMonth: 1,
  lastHitAt: "2026-11-20T12:00:00Z",
  rule: { action: "decline" },
} as const;

function textOf(changes: Partial<Parameters<typeof standingText>[0]>): string {
  return standingText({ ...USED, ...changes }, (text) => i18n._(text), "en", NOW);
}

test.each([
  ["decline", "Stopped 4 this month"],
  ["review", "Held 4 this month"],
  ["freeze", "4 card freezes this month"],
  ["notify", "4 alerts this month"],
] as const)(
  "This month's count for a rule with the action %s excludes payments matched in testing",
  (action, text) => {
    expect(textOf({ rule: { action } })).toBe(text);
  },
);

test("A rule with no matches this month shows whether it has ever matched a payment", () => {
  expect(textOf({ hitsThisMonth: 1 })).toBe("Not used this month");
  expect(textOf({ hitsThisMonth: 0, triedThisMonth: 0, lastHitAt: null })).toBe("Not used yet");
});

test("A rule that is a draft, in testing, or off shows that status", () => {
  expect(textOf({ status: "draft" })).toBe("Draft");
  expect(textOf({ status: "shadow" })).toBe("Testing, 1 match this month");
  expect(textOf({ status: "shadow", triedThisMonth: 0 })).toBe("Testing");
  expect(textOf({ status: "paused" })).toBe("Off since 2 Nov");
});
