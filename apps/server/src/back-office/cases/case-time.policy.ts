import type { CaseKind } from "@tessera/contract/back-office/reviews.schemas";

const HOUR_MS = 3_600_000;

/** Hours within which operators should decide each type of case. */
const HOURS: Readonly<Record<CaseKind, number>> = {
  withdrawal: 4,
  card_application: 24,
  deposit: 12,
  profile_change: 24,
  factor_reset: 24,
  unanswered_hold: 24,
  bank_transfer: 12,
  bank_assignment: 24,
  deposit_retraction: 12,
};

/** Days after a rejection during which it can be appealed. */
const APPEAL_DAYS = 14;

/** Returns when a case opened now is due for a decision. */
export function dueAtFor(kind: CaseKind, now: Date): Date {
  return new Date(now.getTime() + HOURS[kind] * HOUR_MS);
}

/**
 * Returns how many seconds operators have left when the clock stops, or zero if no time is left.
 */
export function secondsLeft(dueAt: Date, now: Date): number {
  return Math.max(0, Math.round((dueAt.getTime() - now.getTime()) / 1_000));
}

/** Returns the new due time when the clock resumes with a number of seconds left. */
export function dueAfter(leftSeconds: number, now: Date): Date {
  return new Date(now.getTime() + leftSeconds * 1_000);
}

/**
 * Returns the time until which a rejection can be appealed, regardless of how long the decision
 * took.
 */
export function appealUntil(rejectedAt: Date): Date {
  return new Date(rejectedAt.getTime() + APPEAL_DAYS * 24 * HOUR_MS);
}
