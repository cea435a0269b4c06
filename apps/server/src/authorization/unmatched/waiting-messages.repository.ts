import { sql } from "kysely";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** The dashboard queue of network messages that are waiting for an authorization. */
export const unmatchedQueue = queueOf(
  "unmatched",
  () => sql`
    select received_at as since from network_unmatched where state = 'waiting'`,
);
