import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { lockCase } from "../cases.repository.ts";
import { operatorOf, recordAct } from "../record-act.ts";
import type { Decider } from "../review-case.ts";
import type { CaseRow } from "../reviews.tables.ts";

/**
 * Adds a note that only operators can read. Also works for ended cases.
 *
 * @throws Refusal `not_found`
 */
export async function noteCase(
  context: AppContext,
  {
    id,
    text,
    by,
  }: { readonly id: string | undefined; readonly text: string; readonly by: Decider },
): Promise<CaseRow> {
  return inTransaction(context.db, async (tx) => {
    const row = id === undefined ? undefined : await lockCase(tx, id);
    if (row === undefined) {
      throw new Refusal("not_found");
    }
    await recordAct(context, tx, row, {
      by: operatorOf(by),
      act: "noted",
      audit: "case.note",
      note: text,
    });
    return row;
  });
}
