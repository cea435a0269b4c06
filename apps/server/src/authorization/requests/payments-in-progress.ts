import type { AppContext } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";

interface PaymentsInProgress {
  /** When the payments in progress began, by the product's clock. */
  readonly began: Set<{ readonly at: Date }>;
  /** The mark as of the last heartbeat, in milliseconds. */
  markMs: number | undefined;
}

/** Contexts that use the same database belong to the same process. */
const paymentsInProgress = defineService<PaymentsInProgress>("payments in progress", {
  create: () => ({ began: new Set(), markMs: undefined }),
  ownerOf: ({ db }) => db,
});

/**
 * Marks a payment as in progress without accessing the database. Call this before the payment gets
 * its id.
 *
 * @returns a function to call once the payment has an outcome
 */
export function beginPayment(context: AppContext): () => void {
  const { began } = context.use(paymentsInProgress);
  const payment = { at: context.clock.now() };
  began.add(payment);
  return () => began.delete(payment);
}

/**
 * Returns the time to report with the next heartbeat. Every payment that this process began before
 * that time has ended. This is normally the mark computed by the previous call, so that each
 * response has had a full heartbeat interval to be sent.
 *
 * @param open the start times of payments whose outcome is unknown and that no other process knows
 * about
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
