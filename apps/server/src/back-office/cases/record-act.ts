import type { ActName } from "@tessera/contract/back-office/audit-titles";
import type { CaseStepAct } from "@tessera/contract/back-office/reviews.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { insertStep } from "./cases.repository.ts";
import type { CustomerAct } from "./decisions/own-case.ts";
import { isOperatorsOnly } from "./operators-only.policy.ts";
import type { Decider } from "./review-case.ts";
import type { CaseRow, StepRow } from "./reviews.tables.ts";
import { tellOfCase } from "./tell-of-case.ts";

/** The person or automated actor who acted on a case. */
export interface CaseActor {
  readonly side: StepRow["side"];
  /** Username, or name of an automated actor. */
  readonly actor: string;
  /** Role of an operator, for the audit log. */
  readonly role?: string;
  readonly requestId: string | null;
}

/** The automated actor, which opens cases based on rules and ends them when time runs out. */
export const BY_ITSELF: CaseActor = { side: "system", actor: "reviews", requestId: null };

/** Returns an operator as the actor, for the audit log. */
export function operatorOf({ actor, role, requestId }: Decider): CaseActor {
  return { side: "operator", actor, role, requestId };
}

/** Returns the case's customer as the actor, for the audit log. */
export function customerActor({ username, requestId }: CustomerAct): CaseActor {
  return { side: "customer", actor: username, requestId };
}

interface CaseAct {
  readonly by: CaseActor;
  readonly act: CaseStepAct;
  readonly audit: ActName;
  /** Text entered with the action. */
  readonly note?: string | null;
  /** Additional data for the timeline. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Actions that only operators can see. */
const INTERNAL: readonly CaseStepAct[] = ["noted", "assigned", "unassigned", "first_approval"];

/** Returns whether a case's customer can see an action. */
export function isForOwner(act: CaseStepAct): boolean {
  return !INTERNAL.includes(act);
}

/** Adds an action to the case's timeline and to the audit log, and notifies open screens. */
export async function recordAct(
  context: AppContext,
  tx: Tx,
  row: Pick<CaseRow, "id" | "kind" | "customer_id">,
  { by, act, audit, note = null, data = {}, before, after }: CaseAct,
): Promise<void> {
  await insertStep(tx, {
    case_id: row.id,
    at: context.clock.now(),
    side: by.side,
    actor: by.actor,
    act,
    note,
    data,
  });
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: audit,
      actor: by.actor,
      customerId: row.customer_id,
      object: wireId("case", row.id),
      outcome: "ok",
      requestId: by.requestId,
      data: {
        kind: row.kind,
        ...(by.role !== undefined && { role: by.role }),
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      },
    },
  ]);
  await tellOfCase(context, tx, row, isForOwner(act) && !isOperatorsOnly(row.kind));
}
