import type { AppContext } from "../context.ts";
import { forgetEvents } from "../events/events.repository.ts";
import { forgetAnswers } from "../idempotency/idempotency.repository.ts";
import { forgetEndedLimits } from "../rate-limit/rate-limits.repository.ts";
import { RETENTION } from "../retention.policy.ts";

const PUMP_INTERVAL_MS = 300;
const PRESENCE_INTERVAL_MS = 15_000;
const HOURS_A_DAY = 24;

/** Starts the platform's scheduled jobs. */
export function startMaintenance({ jobs, events, db, clock }: AppContext): void {
  jobs.every(PUMP_INTERVAL_MS, "events", () => events.pump());
  jobs.every(PRESENCE_INTERVAL_MS, "listeners", () => events.announce());
  jobs.hourly("forgetting", async () => {
    await forgetEvents(db, RETENTION.events.period.days * HOURS_A_DAY);
    // From then on, a retry no longer gets the stored response, but the ledger still rejects the
    // reused key.
    await forgetAnswers(db, RETENTION.answers.period.days);
    await forgetEndedLimits(db, clock.now());
  });
}
