import { sql } from "kysely";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** Payments that wait for their owners' word and may still have it, for the board. */
export const heldPaymentsQueue = queueOf(
  "held_payments",
  (now) => sql`
    select created_at as since from payment_review
    where status = 'waiting' and expires_at > ${now}`,
);
