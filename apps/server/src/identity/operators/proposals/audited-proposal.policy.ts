import type { ProposalKind } from "@tessera/contract/identity/proposals.schemas";

interface Proposed {
  readonly kind: ProposalKind;
  readonly terms: object;
  readonly operator_id: string | null;
  readonly reason: string;
  readonly proposed_by: string;
}

/** Returns a proposal's audit data, which is the same at each of its steps. */
export function auditedProposal(proposed: Proposed): Readonly<Record<string, unknown>> {
  const { kind, terms, operator_id: operatorId, reason, proposed_by: proposedBy } = proposed;
  return { kind, terms, reason, proposedBy, ...(operatorId !== null && { operatorId }) };
}
