import type { AppContext, Tx } from "../../../platform/context.ts";

/** An operator in the support inbox, for the audit log. */
export interface DeskActor {
  readonly userId: string;
  readonly username: string;
  readonly role: string;
  readonly requestId: string;
}

interface Act {
  readonly action: string;
  /** Customer of the conversation; null for saved replies. */
  readonly customerId: string | null;
  /** UUID of the conversation or the saved reply. */
  readonly object: string;
  /** Fields for the audit event. Never includes the text. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Records an operator's action in the inbox, in the transaction that performs it. */
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
