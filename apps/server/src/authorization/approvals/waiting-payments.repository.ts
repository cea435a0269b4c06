import { sql } from "kysely";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** The dashboard queue of unexpired payments awaiting their owners' approval. */
export const heldPaymentsQueue = queueOf(
  "held_payments",
  (now) => sql`
    select created_at as since from payment_review
    where status = 'waiting' and expires_at > ${now}`,
);
