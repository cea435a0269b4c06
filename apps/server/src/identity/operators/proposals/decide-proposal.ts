import type { OperatorAct } from "../../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { beginAsAdministrator } from "../administrator.ts";
import type { ProposalRow } from "../operators.tables.ts";
import { publishOperators } from "../publish-operators.ts";
import { auditedProposal } from "./audited-proposal.policy.ts";
import { isForAllCells, proposalStatus } from "./proposal-standing.policy.ts";
import { lockProposal, updateProposal } from "./proposals.repository.ts";

/** An administrator's command on a proposal. */
export interface ProposalCommand {
  /** Undefined if the requested id is not a UUID. */
  readonly id: string | undefined;
  readonly act: OperatorAct;
}

interface Decision {
  readonly becomes: "approved" | "rejected" | "withdrawn";
  /** Reason for a rejection. */
  readonly note: string | null;
  /**
   * Checks that this administrator may make the decision.
   *
   * @throws Refusal if not
   */
  readonly requireMay: (tx: Tx, proposal: ProposalRow, act: OperatorAct) => Promise<void> | void;
  /** Applies the proposal. Returns the function to call after the commit. */
  readonly effect?: (tx: Tx, proposal: ProposalRow) => Promise<() => Promise<void>>;
}

const ACTIONS = {
  approved: "proposal.approve",
  rejected: "proposal.reject",
  withdrawn: "proposal.withdraw",
} as const;

/**
 * Ends an open proposal and applies its effect in the same transaction. If the same administrator
 * repeats the decision, nothing changes.
 *
 * @throws Refusal `not_found`, `forbidden`, `proposal_decided`, and those from the decision
 */
export async function decideProposal(
  context: AppContext,
  { id, act }: ProposalCommand,
  { becomes, note, requireMay, effect }: Decision,
): Promise<void> {
  const committed = await inTransaction(context.db, async (tx) => {
    const homeCell = await beginAsAdministrator(tx, act);
    const proposal = id === undefined ? undefined : await lockProposal(tx, id);
    if (proposal === undefined) {
      throw new Refusal("not_found");
    }
    if (homeCell !== null && !isForAllCells(proposal.kind)) {
      throw new Refusal("forbidden", { internal: "operators are changed only in their own cell" });
    }
    await requireMay(tx, proposal, act);
    if (proposal.status === becomes && proposal.decider_id === act.userId) {
      return undefined;
    }
    requireWaiting(proposal, context.clock.now());
    const done = await effect?.(tx, proposal);
    await updateProposal(tx, proposal.id, {
      status: becomes,
      decider_id: act.userId,
      decided_by: act.actor,
      decided_at: context.clock.now(),
      decision_note: note,
    });
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: ACTIONS[becomes],
        actor: act.actor,
        customerId: null,
        object: proposal.id,
        outcome: "ok",
        requestId: act.requestId,
        data: {
          role: act.role,
          ...auditedProposal(proposal),
          ...(note !== null && { note }),
        },
      },
    ]);
    return done ?? (async () => undefined);
  });
  if (committed !== undefined) {
    await committed();
    await publishOperators(context);
  }
}

function requireWaiting(proposal: ProposalRow, now: Date): void {
  if (proposalStatus(proposal, now) !== "waiting") {
    const { decided_by: by, decided_at: at } = proposal;
    throw new Refusal(
      "proposal_decided",
      by === null || at === null ? {} : { changed: { by, at, to: proposal.status } },
    );
  }
}
