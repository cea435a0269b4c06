import { sql } from "kysely";
import { queueOf } from "../../../platform/jobs/waiting.repository.ts";

/** The dashboard queue of conversations that are waiting for support. */
export const conversationsQueue = queueOf(
  "support",
  () => sql`
    select last_at as since from support_conversation where status = 'open'`,
);
