import { sql } from "kysely";
import { queueOf } from "../../../platform/jobs/waiting.repository.ts";

/** Conversations that wait for support, for the board. */
export const conversationsQueue = queueOf(
  "support",
  () => sql`
    select last_at as since from support_conversation where status = 'open'`,
);
