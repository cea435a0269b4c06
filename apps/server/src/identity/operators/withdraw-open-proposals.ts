import type { AppContext, Tx } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";
import type { Administrator } from "./administrator.ts";
import { withdrawInvitationsOf } from "./invitations/invitations.repository.ts";
import { isActiveAdministrator, type Standing, statusOf } from "./operator-standing.policy.ts";
import { withdrawProposalsOf } from "./proposals/proposals.repository.ts";

/** An operator who has lost a role or all access. */
export interface FormerOperator {
  readonly id: string;
  readonly username: string;
  /** Role that the operator still has; null if the operator was suspended or removed. */
  readonly role: string | null;
}

/**
 * Withdraws the proposals of an operator who may no longer make them, in the transaction that
 * revokes the access. Writes an audit event for each proposal.
 */
export type AccessLossHandler = (
  context: AppContext,
  tx: Tx,
  former: FormerOperator,
  by: Administrator,
) => Promise<void>;

const accessLossHandlers = defineService("access loss handlers", (): AccessLossHandler[] => []);

/** Registers a module's handler for operators who lose access. */
export function registerAccessLossHandler(context: AppContext, handler: AccessLossHandler): void {
  context.use(accessLossHandlers).push(handler);
}

/** An operator and the access that they had before a change. */
interface Changed extends Standing {
  readonly id: string;
  readonly username: string;
}

/**
 * Withdraws an operator's open invitations and proposals that the operator may no longer make.
 * Writes an audit event for each.
 */
export async function withdrawOpenProposals(
  context: AppContext,
  tx: Tx,
  { before, after, by }: { before: Changed; after: Standing; by: Administrator },
): Promise<void> {
  const { id, username } = before;
  if (isActiveAdministrator(before) && !isActiveAdministrator(after)) {
    await endAdministration(context, tx, before, by);
  }
  const role = statusOf(after) === "active" ? after.role : null;
  if (role !== before.role) {
    await loseAccess(context, tx, { id, username, role }, by);
  }
}

/** Withdraws the proposals that an operator may no longer make, in all modules. */
async function loseAccess(
  context: AppContext,
  tx: Tx,
  { id, username, role }: FormerOperator,
  by: Administrator,
): Promise<void> {
  for (const handle of context.use(accessLossHandlers)) {
    await handle(context, tx, { id, username, role }, by);
  }
}

async function endAdministration(
  { ledger, clock }: AppContext,
  tx: Tx,
  { id, username }: Changed,
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
    data: { ...by.data, because: `${username} is no longer an administrator` },
  });
  const records = [
    ...invitations.map((one) => about("operator.invite_withdraw", one)),
    ...proposals.map((one) => about("proposal.withdraw", one)),
  ];
  if (records.length > 0) {
    await ledger.appendAudit({ kysely: tx }, records);
  }
}
