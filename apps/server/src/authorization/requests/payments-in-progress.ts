import type { AppContext } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";

interface PaymentsInProgress {
  /** The times, by the product's clock, at which the payments in progress began. */
  readonly began: Set<{ readonly at: Date }>;
  /** The mark as of the last heartbeat, in milliseconds. */
  markMs: number | undefined;
}

/** Contexts on the same database belong to the same process. */
const paymentsInProgress = defineService<PaymentsInProgress>("payments in progress", {
  create: () => ({ began: new Set(), markMs: undefined }),
  ownerOf: ({ db }) => db,
});

/**
 * Notes that a payment is in progress, at no cost to the database. Call this before the payment
 * gets its id.
 *
 * @returns a function to call when the payment has its outcome
 */
export function beginPayment(context: AppContext): () => void {
  const { began } = context.use(paymentsInProgress);
  const payment = { at: context.clock.now() };
  began.add(payment);
  return () => began.delete(payment);
}

/**
 * Returns the time before which every payment of this process has left it, for the next heartbeat.
 * It is the mark of the previous call, so that a response has been sent for as long as a heartbeat
 * takes.
 *
 * @param open payments whose outcome is unknown, which no one else knows of either
 */
export function answeredThrough(context: AppContext, open: readonly Date[]): Date {
  const progress = context.use(paymentsInProgress);
  const times = [...progress.began].map(({ at }) => at).concat(open);
  const nowMs = Math.min(context.clock.now().getTime(), ...times.map((at) => at.getTime()));
  const mark = new Date(Math.min(progress.markMs ?? nowMs, nowMs));
  progress.markMs = nowMs;
  return mark;
}

/** Returns the number of payments in progress. */
export function countPayments(context: AppContext): number {
  return context.use(paymentsInProgress).began.size;
}
