import { sql } from "kysely";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** The dashboard queue of adjustments that are waiting for a second operator. */
export const correctionsQueue = queueOf(
  "corrections",
  (now) => sql`
    select proposed_at as since from correction
    where status = 'waiting' and expires_at > ${now}`,
);
