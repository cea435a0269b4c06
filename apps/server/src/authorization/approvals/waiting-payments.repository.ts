import { sql } from "kysely";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** The dashboard queue of payments that wait for their owners' approval and have not expired. */
export const heldPaymentsQueue = queueOf(
  "held_payments",
  (now) => sql`
    select created_at as since from payment_review
    where status = 'waiting' and expires_at > ${now}`,
);
