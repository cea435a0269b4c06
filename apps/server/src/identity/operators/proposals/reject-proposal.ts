import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { decideProposal, type ProposalCommand } from "./decide-proposal.ts";

/**
 * Rejects another administrator's proposal. Nothing else changes. The operator whom the proposal is
 * about cannot reject it. Otherwise, operators could keep their access by rejecting the proposal to
 * remove it.
 *
 * @throws Refusal `not_found`, `forbidden`, `proposal_own`, `proposal_about_you`,
 * `proposal_decided`
 */
export async function rejectProposal(
  context: AppContext,
  command: ProposalCommand,
  note: string,
): Promise<void> {
  await decideProposal(context, command, {
    becomes: "rejected",
    note,
    requireMay: (_tx, proposal, { userId }) => {
      if (proposal.proposer_id === userId) {
        throw new Refusal("proposal_own");
      }
      if (proposal.operator_id === userId) {
        throw new Refusal("proposal_about_you");
      }
    },
  });
}

/**
 * Withdraws one of the caller's proposals. Nothing else changes.
 *
 * @throws Refusal `not_found`, `forbidden`, `proposal_not_yours`, `proposal_decided`
 */
export async function withdrawProposal(
  context: AppContext,
  command: ProposalCommand,
): Promise<void> {
  await decideProposal(context, command, {
    becomes: "withdrawn",
    note: null,
    requireMay: (_tx, proposal, { userId }) => {
      if (proposal.proposer_id !== userId) {
        throw new Refusal("proposal_not_yours");
      }
    },
  });
}
