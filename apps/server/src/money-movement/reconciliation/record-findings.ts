import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import {
  type FoundBreak,
  insertBreak,
  insertEvent,
  lockBreaksOf,
  type NewEvent,
  updateFound,
} from "./breaks.repository.ts";
import { type BreakFacts, type Finding, isSameBreak, type Line } from "./find-break.policy.ts";
import type { BreakRow, RunRow, StoredLine } from "./reconciliation.tables.ts";

function storedLine({ ref, asset, amountMinor, at }: Line): StoredLine {
  return { ref, asset, amountMinor: amountMinor.toString(), at: at.toISOString() };
}

function factsOf(row: BreakRow): BreakFacts {
  return {
    kind: row.kind,
    asset: row.asset,
    ledgerMinor: row.ledger_minor ?? undefined,
    outsideMinor: row.outside_minor ?? undefined,
  };
}

/** Returns what became of a break that was found, for its history; undefined if nothing. */
function changeOf(known: BreakRow | undefined, finding: Finding): NewEvent["event"] | undefined {
  if (known === undefined) {
    return "found";
  }
  if (known.state === "resolved") {
    return "found_again";
  }
  return isSameBreak(factsOf(known), finding) ? undefined : "changed";
}

/**
 * Records what a run has found. A break that is known stays the same row: with its explanation if
 * nothing about it has changed, and open again otherwise.
 */
export async function recordFindings(
  { clock }: Pick<AppContext, "clock">,
  tx: Tx,
  run: Pick<RunRow, "id" | "source">,
  findings: readonly Finding[],
): Promise<void> {
  if (findings.length === 0) {
    return;
  }
  const at = clock.now();
  const keys = findings.map(({ key }) => key);
  const known = await lockBreaksOf(tx, run.source, keys);
  const byKey = new Map(known.map((row) => [row.break_key, row]));
  for (const finding of findings) {
    const before = byKey.get(finding.key);
    const event = changeOf(before, finding);
    const row: FoundBreak = {
      id: before?.id ?? newId(at),
      source: run.source,
      break_key: finding.key,
      kind: finding.kind,
      asset: finding.asset,
      ledger_minor: finding.ledgerMinor ?? null,
      outside_minor: finding.outsideMinor ?? null,
      reason: finding.reason ?? null,
      ledger_lines: finding.ledger.map(storedLine),
      outside_lines: finding.outside.map(storedLine),
      occurred_at: finding.occurredAt,
      first_seen_at: before === undefined || event === "found_again" ? at : before.first_seen_at,
      last_seen_at: at,
      last_run_id: run.id,
      state: before === undefined || event !== undefined ? "open" : before.state,
    };
    await (before === undefined ? insertBreak(tx, row) : updateFound(tx, row, event !== undefined));
    if (event !== undefined) {
      await insertEvent(tx, { breakId: row.id, event, actor: null, note: null, at });
    }
  }
}
