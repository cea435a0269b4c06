import { sql } from "kysely";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** Messages of the network that wait for an authorisation, for the board. */
export const unmatchedQueue = queueOf(
  "unmatched",
  () => sql`
    select received_at as since from network_unmatched where state = 'waiting'`,
);
