import { handlerOf } from "../back-office/cases/case-handlers.ts";
import { caseOf } from "../back-office/cases/cases.repository.ts";
import type { CaseRow } from "../back-office/cases/reviews.tables.ts";
import { type AppContext, inTransaction } from "../platform/context.ts";

/** Matches one of our wire ids (`app_…`) or a bare UUID. */
const RAW_ID =
  /(?:\b[a-z]{2,6}_)?\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i;

/**
 * Checks all cases in the database for facts that show a raw id to operators. Returns these facts
 * as `kind fact`, together with the types of cases that were checked.
 */
export async function rawFactIds(
  context: AppContext,
): Promise<{ readonly kinds: readonly string[]; readonly found: readonly string[] }> {
  const rows = await context.db.sql<CaseRow[]>`select * from review_case`;
  const kinds = new Set<string>();
  const found: string[] = [];
  for (const row of rows) {
    const facts = await inTransaction(context.db, (tx) =>
      handlerOf(context, row.kind).facts(context, tx, caseOf(row)),
    );
    kinds.add(row.kind);
    for (const { name, value } of facts) {
      if (RAW_ID.test(value)) {
        found.push(`${row.kind} ${name}`);
      }
    }
  }
  return { kinds: [...kinds], found };
}
