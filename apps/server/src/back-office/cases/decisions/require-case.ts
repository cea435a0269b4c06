import { Refusal } from "../../../platform/http/refusal.ts";
import type { CaseRow } from "../reviews.tables.ts";

/** Returns whether a case can still be acted on. */
export function isOpen({ decided_at: decidedAt }: Pick<CaseRow, "decided_at">): boolean {
  return decidedAt === null;
}

/**
 * Returns the case, provided that it exists and has not ended.
 *
 * @throws Refusal `not_found`; `case_decided`, which tells operators who decided it and how
 */
export function requireOpenCase(
  row: CaseRow | undefined,
  reader: "customer" | "operator",
): CaseRow {
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  if (!isOpen(row)) {
    const changed = { by: row.changed_by, at: row.changed_at, to: row.status };
    throw new Refusal("case_decided", reader === "operator" ? { changed } : {});
  }
  return row;
}

/**
 * Checks that a case is still at the revision that the operator saw.
 * @throws Refusal `case_changed`, which states who changed it and when
 */
export function requireRevision(row: CaseRow, revision: number): void {
  if (row.revision !== revision) {
    const changed = { by: row.changed_by, at: row.changed_at, to: row.status };
    throw new Refusal("case_changed", { changed });
  }
}
