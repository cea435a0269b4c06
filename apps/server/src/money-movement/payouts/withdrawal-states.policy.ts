import type { MovementStatus } from "@tessera/contract/insights/bills.schemas";
import type { WithdrawalStage } from "@tessera/contract/money-movement/withdrawals.schemas";

export type WithdrawalState = WithdrawalStage;

/** The events of a withdrawal. */
export const WITHDRAWAL_EVENTS = [
  /** The cancel window is over: it continues to an operator, or directly to the queue. */
  "held",
  "cleared",
  "approved",
  "rejected",
  /** Its owner appealed: it is reviewed once more. */
  "appealed",
  "cancelled",
  "timed_out",
  /** It is being handed to the payout provider; from here on it cannot be stopped here. */
  "sent",
  "accepted",
  "confirmed",
  "declined",
  "failed",
] as const;
export type WithdrawalEvent = (typeof WITHDRAWAL_EVENTS)[number];

type Steps = Readonly<Partial<Record<WithdrawalEvent, WithdrawalState>>>;

/** All transitions; no others exist. */
const STEPS: Readonly<Record<WithdrawalState, Steps>> = {
  cooling: { held: "review", cleared: "queued", cancelled: "cancelled" },
  review: {
    approved: "queued",
    rejected: "rejected",
    cancelled: "cancelled",
    timed_out: "expired",
  },
  queued: { sent: "sending", cancelled: "cancelled", timed_out: "expired" },
  sending: {
    accepted: "confirming",
    confirmed: "completed",
    declined: "declined",
    failed: "failed",
  },
  confirming: { confirmed: "completed", declined: "declined", failed: "failed" },
  completed: {},
  cancelled: {},
  rejected: { appealed: "review" },
  declined: {},
  failed: {},
  expired: {},
};

/** Returns the state that an event leads to; undefined if there is no such transition. */
export function nextState(
  state: WithdrawalState,
  event: WithdrawalEvent,
): WithdrawalState | undefined {
  return STEPS[state][event];
}

/** Returns whether it has ended: nothing more happens to it, unless a rejection is appealed. */
export function isEnd(state: WithdrawalState): boolean {
  return Object.keys(STEPS[state]).every((event) => event === "appealed");
}

/** Returns whether its owner can still cancel it. */
export function canCancel(state: WithdrawalState): boolean {
  return nextState(state, "cancelled") !== undefined;
}

/** Returns whether it ended without paying: the money is returned. */
export function isReturned(state: WithdrawalState): boolean {
  return isEnd(state) && state !== "completed";
}

const STATUSES: Readonly<Record<WithdrawalState, MovementStatus>> = {
  cooling: "processing",
  review: "reviewing",
  queued: "queued",
  sending: "processing",
  confirming: "processing",
  completed: "completed",
  cancelled: "cancelled",
  rejected: "rejected",
  declined: "declined",
  failed: "failed",
  expired: "expired",
};

/** Returns its status in every list. */
export function statusOf(state: WithdrawalState): MovementStatus {
  return STATUSES[state];
}
