import type { RuleProposalRow, RuleVersionRow } from "../../db/tables/program.tables.ts";
import { requireUnlinked } from "../../identity/people/index.ts";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { putVersion, requireCurrent } from "./change-program-rule.ts";
import {
  lockProposal,
  lockRules,
  selectVersions,
  updateProposal,
} from "./program-rules.repository.ts";
import { publishProgram } from "./publish-program.ts";
import { auditedRule, recordRule, requireRole, requireSoundTerms, ruleOf } from "./rule-writing.ts";

interface ProposalCommand {
  /** UUID; undefined if the requested id is not valid. */
  readonly id: string | undefined;
  readonly act: OperatorAct;
}

/**
 * Approves and applies another administrator's change to a rule, in one transaction with the audit
 * event. A retry gets the same response.
 *
 * @returns the id of the rule
 * @throws Refusal `forbidden`, `not_found`, `programme_rule_own`, `linked_by_invitation`,
 * `programme_rule_decided`; `programme_changed` if the rule has been changed in the meantime, in
 * which case the proposal stays open
 */
export async function approveProgramRule(
  context: AppContext,
  command: ProposalCommand,
): Promise<string> {
  return decide(context, command, { becomes: "approved", note: null });
}

/**
 * Rejects a change to a rule that another administrator proposed.
 *
 * @param note the reason, for the proposer
 * @returns the id of the rule
 * @throws Refusal `forbidden`, `not_found`, `programme_rule_own`, `programme_rule_decided`
 */
export async function rejectProgramRule(
  context: AppContext,
  command: ProposalCommand,
  note: string,
): Promise<string> {
  return decide(context, command, { becomes: "rejected", note });
}

/**
 * Withdraws one of the caller's proposed changes to a rule.
 *
 * @returns the id of the rule
 * @throws Refusal `forbidden`, `not_found`, `programme_rule_not_yours`, `programme_rule_decided`
 */
export async function withdrawProgramRule(
  context: AppContext,
  command: ProposalCommand,
): Promise<string> {
  return decide(context, command, { becomes: "withdrawn", note: null });
}

interface Wanted {
  readonly becomes: "approved" | "rejected" | "withdrawn";
  readonly note: string | null;
}

const ACTS = { approved: "approve", rejected: "reject", withdrawn: "withdraw" } as const;

async function decide(
  context: AppContext,
  { id, act }: ProposalCommand,
  { becomes, note }: Wanted,
): Promise<string> {
  const decidedRule = await inTransaction(context.db, async (tx) => {
    await requireRole(tx, act);
    await lockRules(tx);
    const proposal = id === undefined ? undefined : await lockProposal(tx, id);
    if (proposal === undefined) {
      throw new Refusal("not_found");
    }
    requireMay(proposal, act, becomes);
    const { rule_id: ruleId, status, decider_id: deciderId } = proposal;
    if (status === becomes && deciderId === act.userId) {
      return ruleId;
    }
    requireWaiting(context, proposal);
    const [current] = await selectVersions(tx, ruleId, 1);
    if (current === undefined) {
      throw new Error(`rule ${ruleId} has no version`);
    }
    if (becomes === "approved") {
      await requireUnlinked(tx, act.userId, [proposal.proposer_id]);
      await putIntoForce(context, tx, { proposal, current, act });
    }
    await updateProposal(tx, proposal.id, {
      ...{ status: becomes, decider_id: act.userId, decided_by: act.actor },
      ...{ decided_at: context.clock.now(), decision_note: note },
    });
    await recordRule(context, tx, act, ACTS[becomes], ruleId, {
      ...{ proposalId: proposal.id, proposedBy: proposal.proposed_by },
      ...{ before: auditedRule(ruleOf(current)), after: auditedRule(proposal.terms) },
      ...(note !== null && { note }),
    });
    return ruleId;
  });
  await publishProgram(context);
  return decidedRule;
}

function requireMay(
  { proposer_id: proposerId }: RuleProposalRow,
  { userId }: OperatorAct,
  becomes: Wanted["becomes"],
): void {
  const isOwn = proposerId === userId;
  if (isOwn !== (becomes === "withdrawn")) {
    throw new Refusal(isOwn ? "programme_rule_own" : "programme_rule_not_yours");
  }
}

function requireWaiting({ clock }: AppContext, proposal: RuleProposalRow): void {
  const { status, expires_at: expiresAt, decided_by: by, decided_at: at } = proposal;
  if (status !== "waiting" || expiresAt <= clock.now()) {
    throw new Refusal(
      "programme_rule_decided",
      by === null || at === null ? {} : { changed: { by, at } },
    );
  }
}

interface Approved {
  readonly proposal: RuleProposalRow;
  readonly current: RuleVersionRow;
  readonly act: OperatorAct;
}

async function putIntoForce(
  context: AppContext,
  tx: Tx,
  { proposal, current, act }: Approved,
): Promise<void> {
  const { terms: proposed, reason, proposed_by: changedBy } = proposal;
  requireCurrent(current, proposed.basedOn);
  requireSoundTerms(proposed.terms);
  await putVersion(context, tx, current, {
    ...{ proposed, reason, changedBy, approvedBy: act.actor },
  });
}
