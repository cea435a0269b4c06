import type { AppContext } from "../../platform/context.ts";
import { forgetRegistrations } from "./registrations.repository.ts";

const FORGET_INTERVAL_MS = 60_000;

/** Starts the job that purges registrations whose email was not verified in time. */
export function startRegistration({ db, clock, jobs }: AppContext): void {
  jobs.every(FORGET_INTERVAL_MS, "registrations", () =>
    forgetRegistrations(db.kysely, clock.now()),
  );
}
