import type { ErrorCode } from "@tessera/contract/errors/catalog";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { requireUnlinked } from "../../people/index.ts";
import { administratorOf } from "../administrator.ts";
import type { ProposalRow } from "../operators.tables.ts";
import { decideProposal, type ProposalCommand } from "./decide-proposal.ts";
import { proposalHandlerOf } from "./proposal-handlers.ts";

/** Errors indicating that whatever the proposal is based on has since changed. */
const OUTDATED: ReadonlySet<ErrorCode> = new Set([
  "not_found",
  "operator_changed",
  "operator_removed",
  "operator_email_taken",
  "invitation_open",
  "programme_changed",
  "bank_trade_recorded",
]);

/**
 * Applies another administrator's proposal if it still applies. The operator whom the proposal is
 * about may also approve it, since then two people have agreed.
 *
 * @throws Refusal `not_found`, `forbidden`, `proposal_own`, `linked_by_invitation`,
 * `proposal_decided`, `proposal_outdated` (the proposal stays open), `last_administrator`
 */
export async function approveProposal(
  context: AppContext,
  command: ProposalCommand,
): Promise<void> {
  await decideProposal(context, command, {
    becomes: "approved",
    note: null,
    requireMay: async (tx, proposal, { userId }) => {
      if (proposal.proposer_id === userId) {
        throw new Refusal("proposal_own");
      }
      // Nobody gains access by approving the loss of their own.
      if (proposal.operator_id !== userId) {
        await requireUnlinked(tx, userId, [proposal.proposer_id]);
      }
    },
    effect: (tx, proposal) => putIntoEffect(context, tx, proposal, command),
  });
}

async function putIntoEffect(
  context: AppContext,
  tx: Tx,
  proposal: ProposalRow,
  { act }: ProposalCommand,
): Promise<() => Promise<void>> {
  try {
    const handler = proposalHandlerOf(context, proposal.kind);
    return await handler.apply(context, tx, proposal, administratorOf(act));
  } catch (error) {
    if (error instanceof Refusal && OUTDATED.has(error.code)) {
      const { changed } = error;
      throw new Refusal("proposal_outdated", {
        internal: error.code,
        ...(changed !== undefined && { changed }),
      });
    }
    throw error;
  }
}
