import { sql } from "kysely";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** The dashboard queue for withdrawals in progress. */
export const withdrawalsQueue = queueOf(
  "withdrawals",
  () => sql`
    select created_at as since from withdrawal
    where ended_at is null and state in ('queued', 'sending', 'confirming')`,
);
