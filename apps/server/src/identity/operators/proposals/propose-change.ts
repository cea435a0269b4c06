import {
  PROPOSAL_LIFETIME_DAYS,
  type Proposal,
  type ProposalKind,
} from "@tessera/contract/identity/proposals.schemas";
import type { OperatorAct } from "../../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId } from "../../../platform/ids.ts";
import { linkedByInvitation } from "../../people/index.ts";
import { beginAsAdministrator } from "../administrator.ts";
import { notifyAdministrators } from "../notify-of-change.ts";
import { selectActiveAdministrators } from "../operators.repository.ts";
import type { ProposalRow, ProposalTerms } from "../operators.tables.ts";
import { publishOperators } from "../publish-operators.ts";
import { auditedProposal } from "./audited-proposal.policy.ts";
import { proposalHandlerOf } from "./proposal-handlers.ts";
import { isForAllCells } from "./proposal-standing.policy.ts";
import { presentProposals } from "./proposals.presenter.ts";
import { insertProposal, selectProposal, selectProposalByKey } from "./proposals.repository.ts";

const DAY_MS = 86_400_000;

/** A change to be proposed. */
export interface NewProposal {
  readonly kind: ProposalKind;
  readonly operatorId: string | null;
  readonly reason: string;
  readonly act: OperatorAct;
  readonly idempotencyKey: string;
  /** Reads the current state that the change is based on, under the operator lock. */
  readonly termsOf: (tx: Tx) => Promise<ProposalTerms>;
  /** Returns whether an earlier proposal under the same key has the same terms. */
  readonly isSame?: (terms: ProposalTerms) => boolean;
}

/**
 * Proposes a change for another administrator to approve or reject within seven days. Nothing
 * changes until then. Each idempotency key creates at most one proposal.
 *
 * @throws Refusal `forbidden`; `no_second_administrator` if nobody else could approve the proposal;
 * `idempotency_mismatch`; those for the type of proposal and those thrown by `termsOf`
 */
export async function proposeChange(context: AppContext, input: NewProposal): Promise<Proposal> {
  const { act, idempotencyKey: clientKey } = input;
  const proposal = await inTransaction(context.db, async (tx) => {
    await beginAsAdministrator(tx, act);
    const known = await selectProposalByKey(tx, { proposerId: act.userId, clientKey });
    if (known !== undefined) {
      requireSame(known, input);
      return present(context, tx, known.id, act);
    }
    await requireApprover(tx, input);
    const row = rowOf(context, input, await input.termsOf(tx));
    await proposalHandlerOf(context, input.kind).check(context, tx, row);
    await insertProposal(tx, row);
    await record(context, tx, row, act);
    const notice = { what: "proposed", by: act.actor, about: "" } as const;
    await notifyAdministrators(context, tx, notice, act);
    return present(context, tx, row.id, act);
  });
  await publishOperators(context);
  return proposal;
}

function rowOf(
  { clock }: AppContext,
  { kind, operatorId, reason, act, idempotencyKey }: NewProposal,
  terms: ProposalTerms,
): ProposalRow {
  const now = clock.now();
  return {
    ...{ id: newId(now), kind, terms, operator_id: operatorId, reason, status: "waiting" },
    ...{ proposer_id: act.userId, proposed_by: act.actor, proposed_at: now },
    expires_at: new Date(now.getTime() + PROPOSAL_LIFETIME_DAYS * DAY_MS),
    client_key: idempotencyKey,
    ...{ decider_id: null, decided_by: null, decided_at: null, decision_note: null },
  };
}

/**
 * Checks that another administrator could approve the proposal.
 *
 * @throws Refusal `no_second_administrator`
 */
async function requireApprover(tx: Tx, { kind, act, operatorId }: NewProposal): Promise<void> {
  const others = await selectActiveAdministrators(tx, act.userId);
  const deciding = others.filter(({ homeCell }) => homeCell === null || isForAllCells(kind));
  const ids = deciding.map(({ id }) => id);
  const linked = await linkedByInvitation(tx, act.userId, ids);
  if (!ids.some((id) => id === operatorId || !linked.has(id))) {
    throw new Refusal("no_second_administrator");
  }
}

function requireSame(known: ProposalRow, input: NewProposal): void {
  const { kind, operatorId, reason, isSame = () => true } = input;
  const isKnown =
    known.kind === kind && known.operator_id === operatorId && known.reason === reason;
  if (!(isKnown && isSame(known.terms))) {
    throw new Refusal("idempotency_mismatch");
  }
}

async function present(
  context: AppContext,
  tx: Tx,
  id: string,
  reader: OperatorAct,
): Promise<Proposal> {
  const stored = await selectProposal(tx, id);
  const [proposal] =
    stored === undefined ? [] : await presentProposals(context, tx, [stored], reader);
  if (proposal === undefined) {
    throw new Error("a proposal that was just written is missing");
  }
  return proposal;
}

function record(
  { ledger }: AppContext,
  tx: Tx,
  row: ProposalRow,
  { actor, role, requestId }: OperatorAct,
): Promise<void> {
  return ledger.appendAudit({ kysely: tx }, [
    {
      action: "proposal.create",
      actor,
      customerId: null,
      object: row.id,
      outcome: "ok",
      requestId,
      data: { role, ...auditedProposal(row) },
    },
  ]);
}
