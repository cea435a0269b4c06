import type { AppContext } from "./context.ts";
import { forgetEvents } from "./events.repository.ts";
import { forgetAnswers } from "./idempotency.repository.ts";
import { forgetEndedLimits } from "./rate-limits.repository.ts";

const PUMP_INTERVAL_MS = 300;
const PRESENCE_INTERVAL_MS = 15_000;
const FORGET_INTERVAL_MS = 3_600_000;
const EVENT_HOURS = 24;
/** How long a repeat gets the stored body; its key stays refused in the ledger for ever. */
const ANSWER_DAYS = 30;

/** The loops that the platform itself needs. */
export function startMaintenance({ jobs, events, db, clock }: AppContext): void {
  jobs.every(PUMP_INTERVAL_MS, "events", () => events.pump());
  jobs.every(PRESENCE_INTERVAL_MS, "listeners", () => events.announce());
  jobs.every(FORGET_INTERVAL_MS, "forgetting", async () => {
    await forgetEvents(db, EVENT_HOURS);
    await forgetAnswers(db, ANSWER_DAYS);
    await forgetEndedLimits(db, clock.now());
  });
}
