import { auditForm } from "./prepare-movement.ts";
import { query, type Source } from "./query-runner.ts";
import type { AuditEntry, OutboxEvent } from "./types.ts";

/** Appends audit events for actions that write no movement, such as a sign-in or a card reveal. */
export async function appendAudit(tx: Source, records: readonly AuditEntry[]): Promise<void> {
  if (records.length > 0) {
    const rows = records.map(auditForm);
    await query(tx, "select ledger.append_audit($1::text::jsonb)", [JSON.stringify(rows)]);
  }
}

/**
 * Appends outbox events for changes other than movements, in the transaction that makes the change.
 */
export async function appendEvents(tx: Source, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length > 0) {
    await query(tx, "select ledger.append_events($1::text::jsonb)", [JSON.stringify(events)]);
  }
}
