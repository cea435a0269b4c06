import { sql } from "kysely";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

/** The dashboard queue for bank transfers that nobody could be credited with. */
export const bankQueue = queueOf(
  "bank_unmatched",
  () => sql`select changed_at as since from bank_entry where state = 'unmatched'`,
);
