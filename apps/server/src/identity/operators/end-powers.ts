import type { AppContext, Tx } from "../../platform/context.ts";
import type { Administrator } from "./administrator.ts";
import { withdrawInvitationsOf } from "./invitations.repository.ts";
import type { OperatorRow } from "./operators.repository.ts";
import { withdrawProposalsOf } from "./proposals.repository.ts";

/**
 * Ends what a former administrator left open: their invitations stop working and their proposals
 * can no longer be approved. Each writes an audit event.
 */
export async function endPowers(
  { ledger, clock }: AppContext,
  tx: Tx,
  { id, username }: OperatorRow,
  by: Administrator,
): Promise<void> {
  const ending = { by: by.actor, at: clock.now() };
  const invitations = await withdrawInvitationsOf(tx, id, ending);
  const proposals = await withdrawProposalsOf(tx, id, ending);
  const about = (action: "operator.invite_withdraw" | "proposal.withdraw", object: string) => ({
    action,
    actor: by.actor,
    customerId: null,
    object,
    outcome: "ok" as const,
    requestId: by.requestId,
    data: { ...by.data, because: `${username} is no administrator any more` },
  });
  const records = [
    ...invitations.map((one) => about("operator.invite_withdraw", one)),
    ...proposals.map((one) => about("proposal.withdraw", one)),
  ];
  if (records.length > 0) {
    await ledger.appendAudit({ kysely: tx }, records);
  }
}
