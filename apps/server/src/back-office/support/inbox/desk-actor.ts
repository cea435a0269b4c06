import type { AppContext, Tx } from "../../../platform/context.ts";

/** Somebody of the desk who acts, for the record. */
export interface DeskActor {
  readonly userId: string;
  readonly username: string;
  readonly role: string;
  readonly requestId: string;
}

interface Act {
  readonly action: string;
  /** The customer whose conversation it is; nobody for prepared answers. */
  readonly customerId: string | null;
  /** A uuid. */
  readonly object: string;
  /** What of it the record tells; never what was written. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Puts an act of the desk on record, in the transaction that does it. */
export async function recordAct(
  { ledger }: AppContext,
  tx: Tx,
  actor: DeskActor,
  { action, customerId, object, data }: Act,
): Promise<void> {
  await ledger.appendAudit(tx, [
    {
      ...{ action, customerId, object, outcome: "ok" },
      actor: actor.username,
      requestId: actor.requestId,
      data: { role: actor.role, ...data },
    },
  ]);
}
