import { auditForm } from "./prepare-movement.ts";
import { query, type Source } from "./query-runner.ts";
import type { AuditEntry, OutboxEvent } from "./types.ts";

/** Records who did what where no movement tells of it (a sign-in, a reveal); append-only. */
export async function appendAudit(tx: Source, records: readonly AuditEntry[]): Promise<void> {
  if (records.length > 0) {
    const rows = records.map(auditForm);
    await query(tx, "select ledger.append_audit($1::text::jsonb)", [JSON.stringify(rows)]);
  }
}

/** Tells listeners about something that is no movement; written with the transaction. */
export async function appendEvents(tx: Source, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length > 0) {
    await query(tx, "select ledger.append_events($1::text::jsonb)", [JSON.stringify(events)]);
  }
}
