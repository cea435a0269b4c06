import type { CaseKind } from "@tessera/contract/back-office/reviews.schemas";

const HOUR_MS = 3_600_000;

/** The hours that operators have to decide each kind of case. */
const HOURS: Readonly<Record<CaseKind, number>> = {
  withdrawal: 4,
  card_application: 24,
  deposit: 12,
  profile_change: 24,
  factor_reset: 24,
};

/** How long after a rejection it can be appealed. */
const APPEAL_DAYS = 14;

/** Returns when a case that is opened now should be decided. */
export function dueAtFor(kind: CaseKind, now: Date): Date {
  return new Date(now.getTime() + HOURS[kind] * HOUR_MS);
}

/** Returns the rest of the operators' time when the clock stops, in seconds; zero once it is up. */
export function secondsLeft(dueAt: Date, now: Date): number {
  return Math.max(0, Math.round((dueAt.getTime() - now.getTime()) / 1_000));
}

/** Returns the new due time when the clock resumes with the given rest. */
export function dueAfter(leftSeconds: number, now: Date): Date {
  return new Date(now.getTime() + leftSeconds * 1_000);
}

/** Returns until when a rejection can be appealed, however long the decision took. */
export function appealUntil(rejectedAt: Date): Date {
  return new Date(rejectedAt.getTime() + APPEAL_DAYS * 24 * HOUR_MS);
}
