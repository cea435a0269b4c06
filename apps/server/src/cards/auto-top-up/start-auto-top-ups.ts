import { createAcceptanceGate } from "../../identity/legal/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { noticePayments, noticeTimes, TOP_UP_QUEUE } from "./find-causes.ts";
import { endMissedRuns, runTopUp } from "./run-top-up.ts";

/** A card is topped up within seconds of the payment that made it necessary. */
const PAYMENTS_INTERVAL_MS = 1_000;
const TIMES_INTERVAL_MS = 10_000;

/** Starts noticing the causes of top-ups and acting on them. Any server acts on any cause. */
export async function startAutoTopUps(context: AppContext): Promise<void> {
  const gate = createAcceptanceGate(context);
  await context.jobs.work<{ readonly runId: string }>(TOP_UP_QUEUE, ({ runId }) =>
    runTopUp(context, gate, runId),
  );
  context.jobs.every(PAYMENTS_INTERVAL_MS, "auto-top-up-payments", async (stopping) => {
    while ((await noticePayments(context)) && !stopping.aborted) {
      // Repeats while there are transactions to search.
    }
  });
  context.jobs.hourly("missed auto-top-ups", () => endMissedRuns(context, gate));
  context.jobs.every(TIMES_INTERVAL_MS, "auto-top-up-times", () => noticeTimes(context));
}
