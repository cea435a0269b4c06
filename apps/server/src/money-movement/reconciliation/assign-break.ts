import type { BreakDetail } from "@tessera/contract/money-movement/reconciliation.schemas";
import { selectOperatorByName, statusOf } from "../../identity/operators/index.ts";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { updateBreak } from "./breaks.repository.ts";
import { changeBreak } from "./change-break.ts";
import { getBreak } from "./read-breaks.ts";

interface Assignment {
  /** UUID; undefined if the requested id is not valid. */
  readonly id: string | undefined;
  /** A username; null for nobody. */
  readonly assignee: string | null;
  readonly act: OperatorAct;
}

/**
 * Assigns a break to a reviewer or administrator, or to nobody. Repeating it changes nothing.
 *
 * @throws Refusal `not_found`, `break_resolved`, `no_such_assignee`
 */
export async function assignBreak(
  context: AppContext,
  { id, assignee, act }: Assignment,
): Promise<BreakDetail> {
  await changeBreak(context, { id, act }, async (tx, row) => {
    const name = assignee === null ? null : await nameOf(tx, assignee, act.actor);
    if (row.assigned_to === name) {
      return undefined;
    }
    await updateBreak(tx, row.id, { assigned_to: name });
    const event = name === null ? "unassigned" : "assigned";
    return { event, note: name, audit: "reconciliation.assign" };
  });
  return getBreak(context, id);
}

/** Returns the username of an operator who may explain breaks. */
async function nameOf(tx: Tx, wanted: string, me: string): Promise<string> {
  if (wanted === me) {
    // The operator may belong to another cell.
    return me;
  }
  const operator = await selectOperatorByName(tx, wanted);
  const mayDecide = operator?.role === "reviewer" || operator?.role === "administrator";
  if (operator === undefined || !mayDecide || statusOf(operator) !== "active") {
    throw new Refusal("no_such_assignee");
  }
  return operator.username;
}
