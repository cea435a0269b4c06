import type {
  BreakDetail,
  ReconciliationBreak,
  ReconciliationRun,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import { formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import { ageOf } from "./find-break.policy.ts";
import type { BreakRow, EventRow, RunRow, StoredLine } from "./reconciliation.tables.ts";

/** Formats an amount of a currency, or of a token in hundredths. Both have two decimals. */
function amountOf(minor: bigint): string {
  return formatAmount(minor, "USD");
}

export function presentRun(row: RunRow): ReconciliationRun {
  return {
    state: row.state,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
    from: row.period_from?.toISOString() ?? null,
    to: row.period_to?.toISOString() ?? null,
    compared: row.compared,
    found: row.found,
    closed: row.closed,
    fault: row.fault,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

export function presentBreak(row: BreakRow, now: Date): ReconciliationBreak {
  const { ledger_minor: ledger, outside_minor: outside } = row;
  return {
    id: wireId("brk", row.id),
    source: row.source,
    kind: row.kind,
    subject: row.outside_lines[0]?.ref ?? row.ledger_lines[0]?.ref ?? row.break_key,
    asset: row.asset,
    ledger: ledger === null ? null : amountOf(ledger),
    outside: outside === null ? null : amountOf(outside),
    difference: amountOf((outside ?? 0n) - (ledger ?? 0n)),
    reason: row.reason,
    state: row.state,
    age: ageOf(row.first_seen_at, now),
    occurredAt: row.occurred_at.toISOString(),
    firstSeenAt: row.first_seen_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    assignedTo: row.assigned_to,
    explanation: row.explanation,
    explainedBy: row.explained_by,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
  };
}

function presentLine({ ref, asset, amountMinor, at }: StoredLine) {
  return { ref, asset, amount: amountOf(BigInt(amountMinor)), at };
}

export function presentDetail(row: BreakRow, events: readonly EventRow[], now: Date): BreakDetail {
  return {
    ...presentBreak(row, now),
    ledgerLines: row.ledger_lines.map(presentLine),
    outsideLines: row.outside_lines.map(presentLine),
    history: events.map(({ event, actor, note, at }) => ({
      ...{ event, actor, note },
      at: at.toISOString(),
    })),
  };
}
