import type {
  Proposal,
  ProposeInvitationBody,
  ProposeOperatorBody,
} from "@tessera/contract/identity/proposals.schemas";
import type { OperatorAct } from "../../../platform/audit/operator-act.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { parseId } from "../../../platform/ids.ts";
import { selectOperator } from "../operators.repository.ts";
import { proposeChange } from "./propose-change.ts";

interface ProposalInput<Body> {
  readonly body: Body;
  readonly act: OperatorAct;
  readonly idempotencyKey: string;
}

/**
 * Proposes inviting a reviewer or an administrator.
 *
 * @throws Refusal `forbidden`, `no_second_administrator`, `operator_email_taken`,
 * `invitation_open`, `idempotency_mismatch`
 */
export function proposeInvitation(
  context: AppContext,
  { body, act, idempotencyKey }: ProposalInput<ProposeInvitationBody>,
): Promise<Proposal> {
  const { email, role: toRole, locale, reason } = body;
  return proposeChange(context, {
    kind: "operator_invite",
    operatorId: null,
    ...{ reason, act, idempotencyKey },
    termsOf: async () => ({ email, locale, toRole }),
  });
}

/**
 * Proposes to change an operator's role, or to suspend, resume or remove the operator.
 *
 * @throws Refusal `forbidden`, `no_second_administrator`, `not_found`, `operator_is_self`,
 * `operator_changed`, `operator_removed`, `last_administrator`, `idempotency_mismatch`
 */
export function proposeOperatorChange(
  context: AppContext,
  { body, act, idempotencyKey }: ProposalInput<ProposeOperatorBody>,
): Promise<Proposal> {
  const { kind, revision, role, reason } = body;
  const operatorId = parseId("usr", body.operatorId) ?? "";
  return proposeChange(context, {
    ...{ kind, operatorId, reason, act, idempotencyKey },
    termsOf: async (tx) => {
      const operator = await selectOperator(tx, operatorId);
      if (operator === undefined) {
        throw new Refusal("not_found");
      }
      if (operator.id === act.userId) {
        throw new Refusal("operator_is_self");
      }
      return {
        basedOn: revision,
        fromRole: operator.role,
        ...(role !== undefined && { toRole: role }),
      };
    },
  });
}
