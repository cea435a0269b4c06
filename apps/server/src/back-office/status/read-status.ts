import {
  SERVICE_COMPONENTS,
  type ServiceStatus,
  STATUS_DAYS,
} from "@tessera/contract/back-office/status.schemas";
import type { AppContext } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";
import { outageOf } from "../../platform/telemetry/outage.ts";
import { offeredComponents, readServiceFigures } from "./read-service-figures.ts";
import { selectDays } from "./service-hours.repository.ts";
import { availabilities, type MeasuredDay, serviceStates } from "./service-states.policy.ts";

const DAY_MS = 86_400_000;
/**
 * How long a response is reused, in milliseconds. Responses are reused because anyone may request
 * the status.
 */
const FRESH_MS = 10_000;

/** Returns the first day of the history, at midnight UTC. */
function firstDay(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return new Date(today - (STATUS_DAYS - 1) * DAY_MS);
}

/** Reads the history. Returns an empty history if the database does not respond. */
async function readDays({ db }: AppContext, since: Date): Promise<MeasuredDay[]> {
  try {
    return await selectDays(db.kysely, since);
  } catch (error) {
    if (outageOf(error) === undefined) {
      throw error;
    }
    return [];
  }
}

async function measure(context: AppContext): Promise<ServiceStatus> {
  const now = context.clock.now();
  const since = firstDay(now);
  const figures = await readServiceFigures(context);
  const states = serviceStates(figures, offeredComponents(context));
  const history = availabilities(
    figures === undefined ? [] : await readDays(context, since),
    STATUS_DAYS,
  );
  return {
    measuredAt: now.toISOString(),
    since: since.toISOString(),
    components: SERVICE_COMPONENTS.map((component) => ({
      component,
      state: states[component],
      days: [...history[component].days],
      availability: history[component].availability,
    })),
  };
}

/** The last response, or the one that is still being measured. */
export const statusAnswer = defineService(
  "service status",
  (): { answer: Promise<ServiceStatus> | undefined; freshUntilMs: number } => ({
    answer: undefined,
    freshUntilMs: 0,
  }),
);

/**
 * Returns the public status, measured at most ten seconds ago. Works even if the database does not
 * respond, in which case everything is reported as down and the history is empty.
 */
export function readStatus(context: AppContext): Promise<ServiceStatus> {
  const last = context.use(statusAnswer);
  if (last.answer === undefined || performance.now() >= last.freshUntilMs) {
    last.freshUntilMs = performance.now() + FRESH_MS;
    last.answer = measure(context).catch((error: unknown) => {
      last.answer = undefined;
      throw error;
    });
  }
  return last.answer;
}
