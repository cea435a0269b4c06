import { WITHDRAWAL_STAGES } from "@tessera/contract/money-movement/withdrawals.schemas";
import { describe, expect, test } from "vitest";
import {
  canCancel,
  isEnd,
  isReturned,
  nextState,
  WITHDRAWAL_EVENTS,
  type WithdrawalEvent,
  type WithdrawalState,
} from "./withdrawal-states.policy.ts";

type Step = readonly [from: WithdrawalState, event: WithdrawalEvent, to: WithdrawalState];

/** Deliberately repeats the policy: lists every permitted transition, and no others. */
const ALLOWED: readonly Step[] = [
  ["cooling", "held", "review"],
  ["cooling", "cleared", "queued"],
  ["cooling", "cancelled", "cancelled"],
  ["review", "approved", "queued"],
  ["review", "rejected", "rejected"],
  ["review", "cancelled", "cancelled"],
  ["review", "timed_out", "expired"],
  ["rejected", "appealed", "review"],
  ["queued", "sent", "sending"],
  ["queued", "cancelled", "cancelled"],
  ["queued", "timed_out", "expired"],
  ["sending", "accepted", "confirming"],
  ["sending", "confirmed", "completed"],
  ["sending", "declined", "declined"],
  ["sending", "failed", "failed"],
  ["confirming", "confirmed", "completed"],
  ["confirming", "declined", "declined"],
  ["confirming", "failed", "failed"],
];

const PAIRS = WITHDRAWAL_STAGES.flatMap((state) =>
  WITHDRAWAL_EVENTS.map((event) => [state, event] as const),
);

test.each(PAIRS)(
  "withdrawal states: in %s, the event %s leads only to an allowed state",
  (state, event) => {
    const step = ALLOWED.find(([from, what]) => from === state && what === event);
    expect(nextState(state, event)).toBe(step?.[2]);
  },
);

describe("withdrawal states", () => {
  test("can all be reached from the first state", () => {
    const reached = new Set<WithdrawalState>(["cooling"]);
    for (const _ of WITHDRAWAL_STAGES) {
      for (const [from, , to] of ALLOWED) {
        if (reached.has(from)) {
          reached.add(to);
        }
      }
    }
    expect([...reached].toSorted()).toEqual([...WITHDRAWAL_STAGES].toSorted());
  });

  test("all lead to a final state, which returns the money unless it has been paid out", () => {
    const ends = WITHDRAWAL_STAGES.filter(isEnd);
    expect(ends).toEqual(["completed", "cancelled", "rejected", "declined", "failed", "expired"]);
    expect(ends.filter(isReturned)).toEqual(ends.filter((state) => state !== "completed"));
  });

  test("allow cancellation until the withdrawal is handed off to the payout provider", () => {
    expect(WITHDRAWAL_STAGES.filter(canCancel)).toEqual(["cooling", "review", "queued"]);
  });
});
