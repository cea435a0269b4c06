/**
 * Maximum number of cached summaries: texts are few, but one with a list of values may differ by
 * its length.
 */
const MAX_KEPT = 2_000;

const VERB = /[a-z]+/i;
/** Matches a name, plain or quoted, with or without its schema. */
const TARGET =
  /\b(?:from|into|update|table|call)\s+(?:only\s+)?"?([a-z_][\w$]*)"?(?:\."?([\w$]+)"?)?/i;

export interface StatementSummary {
  /** `SELECT ledger.movement`: the name of the span. */
  readonly text: string;
  readonly verb: string;
  /** The first table or function, if the statement names one. */
  readonly target: string | undefined;
}

const kept = new Map<string, StatementSummary>();

function summarize(statement: string): StatementSummary {
  const verb = (VERB.exec(statement)?.[0] ?? "statement").toUpperCase();
  const [, first, second] = TARGET.exec(statement) ?? [];
  const target = second === undefined ? first : `${first}.${second}`;
  return { text: target === undefined ? verb : `${verb} ${target}`, verb, target };
}

/**
 * Summarizes a statement by its verb and its first table. The text itself is left out of spans: it
 * is long, and hand-written SQL might one day contain a value.
 */
export function statementSummary(statement: string): StatementSummary {
  let summary = kept.get(statement);
  if (summary === undefined) {
    summary = summarize(statement);
    if (kept.size < MAX_KEPT) {
      kept.set(statement, summary);
    }
  }
  return summary;
}
