/**
 * Maximum number of cached summaries. There are only a few distinct statements, but a statement
 * with a list of values has a separate summary for each length of the list.
 */
const MAX_KEPT = 2_000;

const VERB = /[a-z]+/i;
/** Matches a name, plain or quoted, with or without its schema. */
const TARGET =
  /\b(?:from|into|update|table|call)\s+(?:only\s+)?"?([a-z_][\w$]*)"?(?:\."?([\w$]+)"?)?/i;

export interface StatementSummary {
  /** The name of the span, such as `SELECT ledger.movement`. */
  readonly text: string;
  readonly verb: string;
  /** The first table or function in the statement, if any. */
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
 * Summarizes a statement by its verb and its first table. Spans do not contain the full statement,
 * since a statement can be long, and hand-written SQL might one day contain values.
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
