import type { MovementStatus } from "@tessera/contract/insights/bills.schemas";
import type { WithdrawalStage } from "@tessera/contract/money-movement/withdrawals.schemas";

export type WithdrawalState = WithdrawalStage;

/** What can happen to a withdrawal. */
export const WITHDRAWAL_EVENTS = [
  /** The cancel window is over: it goes on to an operator, or straight to the queue. */
  "held",
  "cleared",
  "approved",
  "rejected",
  /** Its owner appealed: it is looked at once more. */
  "appealed",
  "cancelled",
  "timed_out",
  /** It is being handed to the payout provider; from here on nobody here can stop it. */
  "sent",
  "accepted",
  "confirmed",
  "declined",
  "failed",
] as const;
export type WithdrawalEvent = (typeof WITHDRAWAL_EVENTS)[number];

type Steps = Readonly<Partial<Record<WithdrawalEvent, WithdrawalState>>>;

/** Every step there is; what is not here does not happen. */
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

/** Where an event leads from a state; undefined where it leads nowhere and changes nothing. */
export function nextState(
  state: WithdrawalState,
  event: WithdrawalEvent,
): WithdrawalState | undefined {
  return STEPS[state][event];
}

/** Whether it ended: nothing more happens to it, unless a rejection is appealed. */
export function isEnd(state: WithdrawalState): boolean {
  return Object.keys(STEPS[state]).every((event) => event === "appealed");
}

/** Whether its owner can still take it back. */
export function canCancel(state: WithdrawalState): boolean {
  return nextState(state, "cancelled") !== undefined;
}

/** Whether it ended without paying: the money comes back. */
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

/** How it reads in every list. */
export function statusOf(state: WithdrawalState): MovementStatus {
  return STATUSES[state];
}
