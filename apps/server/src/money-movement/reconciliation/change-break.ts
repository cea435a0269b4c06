import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { insertEvent, lockBreak, type NewEvent } from "./breaks.repository.ts";
import type { BreakRow } from "./reconciliation.tables.ts";

/** An operator's change of a break, for its history and the audit log. */
interface Change {
  readonly event: NewEvent["event"];
  readonly note: string | null;
  readonly audit: "reconciliation.assign" | "reconciliation.explain";
}

/**
 * Locks a break and changes it.
 *
 * @param id UUID; undefined if the requested id is not valid
 * @param work returns what it changed; undefined if nothing, as for a retry
 * @throws Refusal `not_found`, `break_resolved`
 */
export async function changeBreak(
  context: AppContext,
  { id, act }: { readonly id: string | undefined; readonly act: OperatorAct },
  work: (tx: Tx, row: BreakRow) => Promise<Change | undefined>,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const row = id === undefined ? undefined : await lockBreak(tx, id);
    if (row === undefined) {
      throw new Refusal("not_found");
    }
    if (row.state === "resolved") {
      throw new Refusal("break_resolved");
    }
    const change = await work(tx, row);
    if (change === undefined) {
      return;
    }
    const { event, note, audit } = change;
    const at = context.clock.now();
    await insertEvent(tx, { breakId: row.id, event, actor: act.actor, note, at });
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        ...{ action: audit, actor: act.actor, customerId: null, object: wireId("brk", row.id) },
        ...{ outcome: "ok", requestId: act.requestId },
        data: { role: act.role, source: row.source, kind: row.kind, event, note },
      },
    ]);
  });
}
