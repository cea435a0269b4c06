import type { BreakDetail } from "@tessera/contract/money-movement/reconciliation.schemas";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import type { AppContext } from "../../platform/context.ts";
import { updateBreak } from "./breaks.repository.ts";
import { changeBreak } from "./change-break.ts";
import { getBreak } from "./read-breaks.ts";

interface Explanation {
  /** UUID; undefined if the requested id is not valid. */
  readonly id: string | undefined;
  readonly explanation: string;
  readonly act: OperatorAct;
}

/**
 * Explains a break, which then no longer counts as open. The explanation holds while the break
 * stays as it is. Repeating it changes nothing.
 *
 * @throws Refusal `not_found`, `break_resolved`
 */
export async function explainBreak(
  context: AppContext,
  { id, explanation, act }: Explanation,
): Promise<BreakDetail> {
  await changeBreak(context, { id, act }, async (tx, row) => {
    if (row.explanation === explanation && row.explained_by === act.actor) {
      return undefined;
    }
    await updateBreak(tx, row.id, {
      ...{ state: "explained", explanation, explained_by: act.actor },
    });
    return { event: "explained", note: explanation, audit: "reconciliation.explain" };
  });
  return getBreak(context, id);
}
