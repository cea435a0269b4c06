import { useQueryClient } from "@tanstack/react-query";
import {
  changeOperatorRole,
  inviteOperator,
  removeOperator,
  resendInvitation,
  resumeOperator,
  suspendOperator,
  withdrawInvitation,
} from "@tessera/contract/identity/operators.endpoints";
import {
  APPROVING_ROLES,
  type ApprovingRole,
  type Invitation,
  type InviteBody,
  type Operator,
  type OperatorRole,
} from "@tessera/contract/identity/operators.schemas";
import {
  approveProposal,
  proposeInvitation,
  proposeOperatorChange,
  rejectProposal,
  withdrawProposal,
} from "@tessera/contract/identity/proposals.endpoints";
import type { ListedProposal, Proposal } from "@tessera/contract/identity/proposals.schemas";
import { call } from "../../../../lib/api/api-client.ts";
import { type PendingKey, usePendingKey } from "../../../../lib/api/pending-key.ts";
import { QUERY_ROOTS } from "../../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../../lib/api/try-until-known.ts";

/** An administrator's action on an operator. */
export type OperatorAct =
  | { readonly kind: "role"; readonly role: OperatorRole }
  | { readonly kind: "suspend" | "resume" | "remove" };

/**
 * Returns true for roles that decide on proposals; granting such a role requires a second
 * administrator.
 */
export function isApprovingRole(role: OperatorRole): role is ApprovingRole {
  return APPROVING_ROLES.some((one) => one === role);
}

/** Returns true if a change affects an administrator or grants an approving role. */
export function needsTwo({ role }: Pick<Operator, "role">, act: OperatorAct): boolean {
  if (role === "administrator") {
    return true;
  }
  const given = act.kind === "role" ? act.role : role;
  return (act.kind === "role" || act.kind === "resume") && isApprovingRole(given);
}

interface Asked {
  readonly operator: Operator;
  readonly act: OperatorAct;
  readonly reason: string;
  readonly proof: string;
}

const ENDPOINTS = {
  suspend: suspendOperator,
  resume: resumeOperator,
  remove: removeOperator,
} as const;

function changeNow({ operator, act, reason, proof }: Asked): Promise<Operator> {
  const { id, revision } = operator;
  const params = { id };
  return act.kind === "role"
    ? call(changeOperatorRole, { params, body: { revision, reason, role: act.role }, proof })
    : call(ENDPOINTS[act.kind], { params, body: { revision, reason }, proof });
}

function propose({ operator, act, reason, proof }: Asked, key: string): Promise<Proposal> {
  const { id: operatorId, revision } = operator;
  const body = { operatorId, revision, reason, kind: `operator_${act.kind}` } as const;
  const role = act.kind === "role" ? { role: act.role } : {};
  return call(proposeOperatorChange, { body: { ...body, ...role }, proof, idempotencyKey: key });
}

function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.operators });
}

/** Retries a write until its outcome is known, and reloads operators regardless of the outcome. */
function useWrite() {
  const key: PendingKey = usePendingKey();
  const refresh = useRefresh();
  return async <T>(write: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    try {
      return await tryUntilKnown(key, write);
    } finally {
      void refresh();
    }
  };
}

/** Changes an operator immediately, or proposes the change if it requires two administrators. */
export function useOperatorChange() {
  const write = useWrite();
  return async (asked: Asked): Promise<"done" | "proposed"> => {
    if (needsTwo(asked.operator, asked.act)) {
      await write((key) => propose(asked, key));
      return "proposed";
    }
    await write(() => changeNow(asked));
    return "done";
  };
}

/** Invites an operator, or proposes the invitation if the role requires two administrators. */
export function useInvite() {
  const write = useWrite();
  return async (
    input: InviteBody,
    { proof, reason }: { readonly proof: string; readonly reason: string },
  ): Promise<"done" | "proposed"> => {
    const { email, locale, role } = input;
    if (isApprovingRole(role)) {
      const body = { email, role, locale, reason };
      await write((idempotencyKey) => call(proposeInvitation, { body, proof, idempotencyKey }));
      return "proposed";
    }
    await write(() => call(inviteOperator, { body: { email, locale, role }, proof }));
    return "done";
  };
}

/** Resends an invitation with a step-up token, or withdraws it. */
export function useInvitationActs({ id, revision }: Pick<Invitation, "id" | "revision">) {
  const write = useWrite();
  const given = { params: { id }, body: { revision } };
  return {
    resend: (proof: string) => write(() => call(resendInvitation, { ...given, proof })),
    withdraw: () => write(() => call(withdrawInvitation, given)),
  };
}

/**
 * Approves a proposal with a step-up token, rejects it with a note, or withdraws the operator's own
 * proposal.
 */
export function useProposalActs({ id, cell }: Pick<ListedProposal, "id" | "cell">) {
  const write = useWrite();
  const given = { params: { id }, cell };
  return {
    approve: (proof: string) => write(() => call(approveProposal, { ...given, proof })),
    reject: (note: string) => write(() => call(rejectProposal, { ...given, body: { note } })),
    withdraw: () => write(() => call(withdrawProposal, given)),
  };
}
