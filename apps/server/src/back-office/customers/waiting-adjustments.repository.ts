import { sql } from "kysely";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** Corrections that wait for a second person, for the board. */
export const correctionsQueue = queueOf(
  "corrections",
  (now) => sql`
    select proposed_at as since from correction
    where status = 'waiting' and expires_at > ${now}`,
);
