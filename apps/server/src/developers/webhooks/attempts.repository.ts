import type { Tx } from "../../platform/context.ts";
import type { Seek } from "../../platform/paging/pages.ts";
import { type AttemptRow, tables } from "./webhooks.tables.ts";

/** Inserts an attempt that no event waits for: a challenge or an example. */
export async function insertAttempt(
  tx: Tx,
  attempt: Omit<AttemptRow, "sequence" | "event_id" | "next_at">,
): Promise<AttemptRow> {
  return tables(tx)
    .insertInto("webhook_attempt")
    .values({ ...attempt, sequence: null, event_id: null, next_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Selects a page of the attempts to send to an endpoint, newest first. */
export function findAttempts(
  tx: Tx,
  endpointId: string,
  { after, limit }: Seek,
): Promise<AttemptRow[]> {
  const [before] = after ?? [];
  let query = tables(tx)
    .selectFrom("webhook_attempt")
    .selectAll()
    .where("endpoint_id", "=", endpointId);
  if (before !== undefined) {
    query = query.where("id", "<", before);
  }
  return query.orderBy("id", "desc").limit(limit).execute();
}
