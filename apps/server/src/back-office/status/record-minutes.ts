import { SERVICE_COMPONENTS } from "@tessera/contract/back-office/status.schemas";
import type { AppContext } from "../../platform/context.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import { defineService } from "../../platform/service.ts";
import { offeredComponents, readServiceFigures } from "./read-service-figures.ts";
import { addMinute, deleteHours, type ServiceMinute } from "./service-hours.repository.ts";
import { serviceStates } from "./service-states.policy.ts";

const INTERVAL_MS = 30_000;
const MINUTE_MS = 60_000;
/** Maximum number of minutes to keep while the database accepts no writes: one day's worth. */
const MOST_MINUTES = 1_440;

/**
 * The minutes that this process has measured but not yet written. While the database is down, they
 * are the only record of the outage.
 */
const unwrittenMinutes = defineService("unwritten service minutes", (): ServiceMinute[] => []);

/**
 * Measures the current minute, and writes it together with any earlier minutes that could not be
 * written.
 */
export async function recordMinute(context: AppContext): Promise<void> {
  const at = new Date(Math.floor(context.clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
  const minutes = context.use(unwrittenMinutes);
  const figures = await readServiceFigures(context);
  const states = serviceStates(figures, offeredComponents(context));
  const components = SERVICE_COMPONENTS.filter((one) => states[one] !== "not_offered");
  minutes.push({ at, components, states: components.map((one) => states[one]) });
  minutes.splice(0, Math.max(0, minutes.length - MOST_MINUTES));
  while (figures !== undefined && minutes[0] !== undefined) {
    await addMinute(context.db.kysely, minutes[0]);
    minutes.shift();
  }
}

/** Starts the jobs that record the status of every minute and delete old records. */
export function startRecording(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "service-status", () => recordMinute(context));
  context.jobs.hourly("service-status.forget", () =>
    deleteHours(context.db.kysely, overBefore("serviceHours", context.clock.now())),
  );
}
