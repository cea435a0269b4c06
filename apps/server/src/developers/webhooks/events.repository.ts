import type { WebhookType } from "@tessera/contract/developers/webhook-types";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Seek } from "../../platform/paging/pages.ts";
import { type EventRow, tables } from "./webhooks.tables.ts";

/** Selects a page of a customer's events, newest first. */
export function findEvents(
  tx: Tx,
  { customerId, type }: { readonly customerId: string; readonly type: WebhookType | undefined },
  { after, limit }: Seek,
): Promise<EventRow[]> {
  const [before] = after ?? [];
  let query = tables(tx)
    .selectFrom("webhook_event")
    .selectAll()
    .where("customer_id", "=", customerId);
  if (type !== undefined) {
    query = query.where("type", "=", type);
  }
  if (before !== undefined) {
    query = query.where("sequence", "<", BigInt(before));
  }
  return query.orderBy("sequence", "desc").limit(limit).execute();
}

/** Finds one of a customer's events by its sequence. */
export function findEvent(
  tx: Tx,
  customerId: string,
  sequence: bigint,
): Promise<EventRow | undefined> {
  return tables(tx)
    .selectFrom("webhook_event")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("sequence", "=", sequence)
    .executeTakeFirst();
}

const FORGOTTEN_AT_ONCE = 5_000;

/** Deletes events and their deliveries, and attempts, made before a time. */
export async function forgetEvents(tx: Tx, before: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_event where (customer_id, sequence) in (
        select customer_id, sequence from webhook_event where created_at < ${before}
        limit ${FORGOTTEN_AT_ONCE})`.execute(tx);
    if (numAffectedRows < BigInt(FORGOTTEN_AT_ONCE)) {
      break;
    }
  }
  await tables(tx).deleteFrom("webhook_attempt").where("at", "<", before).execute();
}
