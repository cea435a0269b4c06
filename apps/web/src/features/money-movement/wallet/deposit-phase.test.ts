import { expect, test } from "vitest";
import { depositPhase, depositPollMs } from "./deposit-phase.ts";

const waiting = { status: "pending", seenAt: null } as const;
const seen = { status: "pending", seenAt: "2026-11-21T10:00:00Z" } as const;

test("A deposit waits until its payment is seen, then counts confirmations", () => {
  expect(depositPhase(waiting)).toBe("waiting");
  expect(depositPhase(seen)).toBe("seen");
});

test("An expired deposit is shown as failed, but is still polled occasionally", () => {
  const expired = { status: "expired", seenAt: null } as const;
  expect(depositPhase(expired)).toBe("failed");
  expect(depositPollMs(expired, false)).toBeGreaterThan(Number(depositPollMs(waiting, false)));
  expect(depositPollMs({ ...seen, status: "completed" }, false)).toBe(false);
});

test("A deposit is polled less often while its changes arrive as events", () => {
  expect(depositPollMs(seen, true)).toBeGreaterThan(Number(depositPollMs(seen, false)));
  expect(depositPollMs({ ...seen, status: "completed" }, true)).toBe(false);
});
