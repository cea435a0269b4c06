import type { Administrator } from "../administrator.ts";
import { type ChangeCommand, changeWithin, requireChangeable } from "../change-operator.ts";
import { inviteWithin, requireInvitable } from "../invitations/invite-operator.ts";
import type { OperatorChange } from "../operator-standing.policy.ts";
import type { ProposalHandler, ProposedChange } from "./proposal-handlers.ts";

/** Handles proposals to invite a person to an approving role. */
export const invitationProposals: ProposalHandler = {
  kinds: ["operator_invite"],
  check: ({ clock }, tx, { terms }) => requireInvitable(tx, terms.email ?? "", clock.now()),
  async apply(context, tx, { terms, proposer_id: userId, proposed_by: username }, by) {
    const { email = "", locale = "en", toRole: role = "administrator" } = terms;
    await requireInvitable(tx, email, context.clock.now());
    const proposer = { userId, username };
    await inviteWithin(context, tx, { input: { email, locale, role }, by, proposer });
    return async () => undefined;
  },
};

/** Handles proposals to add, remove or reinstate an administrator. */
export const operatorProposals: ProposalHandler = {
  kinds: ["operator_role", "operator_suspend", "operator_resume", "operator_remove"],
  async check({ clock }, tx, change) {
    await requireChangeable(tx, commandOf(change, NOBODY), clock.now());
  },
  async apply(context, tx, change, by) {
    const { committed } = await changeWithin(context, tx, commandOf(change, by));
    return committed;
  },
};

/** The administrator for checks whose result does not depend on who decides. */
const NOBODY: Administrator = { userId: null, actor: "", requestId: null, data: {} };

function commandOf(change: ProposedChange, by: Administrator): ChangeCommand {
  const { operator_id: id, terms, reason, proposed_by: proposedBy } = change;
  const revision = terms.basedOn ?? 0;
  return { id: id ?? undefined, revision, reason, by, proposedBy, change: changeOf(change) };
}

function changeOf({ kind, terms }: ProposedChange): OperatorChange {
  switch (kind) {
    case "operator_role":
      return { kind: "role", role: terms.toRole ?? "auditor" };
    case "operator_suspend":
      return { kind: "suspend" };
    case "operator_resume":
      return { kind: "resume" };
    case "operator_remove":
      return { kind: "remove" };
    default:
      throw new Error(`${kind} changes no operator`);
  }
}
