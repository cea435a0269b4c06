import type { AppContext } from "../../platform/context.ts";
import { deleteEndedSessions } from "./sessions.repository.ts";
import { followEndedSessions } from "./sessions.ts";

const FORGET_INTERVAL_MS = 60_000;

/**
 * Listens for sessions that end on other servers, and starts the job that purges ended sessions.
 */
export async function startSessions(context: AppContext): Promise<void> {
  const { db, clock, jobs } = context;
  await followEndedSessions(context);
  jobs.every(FORGET_INTERVAL_MS, "sessions", () => deleteEndedSessions(db.kysely, clock.now()));
}
