import type { MovementStatus } from "@tessera/contract/insights/bills.schemas";
import type { WithdrawalStage } from "@tessera/contract/money-movement/withdrawals.schemas";

export type WithdrawalState = WithdrawalStage;

/** The events that change a withdrawal's state. */
export const WITHDRAWAL_EVENTS = [
  /**
   * The cancel window has ended. The withdrawal goes to review (`held`) or into the queue
   * (`cleared`).
   */
  "held",
  "cleared",
  "approved",
  "rejected",
  /** The owner has appealed a rejection, so the withdrawal is reviewed once more. */
  "appealed",
  "cancelled",
  "timed_out",
  /** The order is being handed off to the payout provider. From here on, Tessera cannot stop it. */
  "sent",
  "accepted",
  "confirmed",
  "declined",
  "failed",
] as const;
export type WithdrawalEvent = (typeof WITHDRAWAL_EVENTS)[number];

type Steps = Readonly<Partial<Record<WithdrawalEvent, WithdrawalState>>>;

/** All permitted transitions. */
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

/** Returns the state that an event leads to, or undefined if there is no such transition. */
export function nextState(
  state: WithdrawalState,
  event: WithdrawalEvent,
): WithdrawalState | undefined {
  return STEPS[state][event];
}

/**
 * Returns whether a state is final. Of the final states, only a rejection allows another event: an
 * appeal.
 */
export function isEnd(state: WithdrawalState): boolean {
  return Object.keys(STEPS[state]).every((event) => event === "appealed");
}

/** Returns whether the owner can still cancel a withdrawal in a given state. */
export function canCancel(state: WithdrawalState): boolean {
  return nextState(state, "cancelled") !== undefined;
}

/**
 * Returns whether a state ends a withdrawal without a payout, in which case the money is returned.
 */
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

/** Returns the status that lists show for a state. */
export function statusOf(state: WithdrawalState): MovementStatus {
  return STATUSES[state];
}
