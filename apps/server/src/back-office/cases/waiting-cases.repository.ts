import { sql } from "kysely";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** The dashboard queue of cases that are waiting for operators. */
export const casesQueue = queueOf(
  "cases",
  () => sql`
    select opened_at as since from review_case
    where decided_at is null and status in ('open', 'in_review')`,
);
