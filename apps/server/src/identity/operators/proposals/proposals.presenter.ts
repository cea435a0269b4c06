import {
  type Proposal,
  SETTING_NAMES,
  type SettingName,
} from "@tessera/contract/identity/proposals.schemas";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { wireId } from "../../../platform/ids.ts";
import { linkedByInvitation } from "../../people/index.ts";
import { proposalHandlerOf } from "./proposal-handlers.ts";
import { proposalStatus } from "./proposal-standing.policy.ts";
import type { ProposalRecord } from "./proposals.repository.ts";

/** The operator reading the proposals, identified by person id. */
interface ProposalReader {
  readonly userId: string;
}

/** Presents proposals to an operator. Each shows whether that operator could approve it now. */
export async function presentProposals(
  context: AppContext,
  tx: Tx,
  records: readonly ProposalRecord[],
  reader: ProposalReader,
): Promise<Proposal[]> {
  const proposers = records.map(({ proposer_id: proposerId }) => proposerId);
  const linked = await linkedByInvitation(tx, reader.userId, proposers);
  const presented: Proposal[] = [];
  for (const record of records) {
    const status = proposalStatus(record, context.clock.now());
    const possible = status === "waiting" && (await isPossible(context, tx, record));
    presented.push(presentProposal(record, { reader, linked, status, possible }));
  }
  return presented;
}

async function isPossible(context: AppContext, tx: Tx, record: ProposalRecord): Promise<boolean> {
  try {
    await proposalHandlerOf(context, record.kind).check(context, tx, record);
    return true;
  } catch (error) {
    if (error instanceof Refusal) {
      return false;
    }
    throw error;
  }
}

interface Reading {
  readonly reader: ProposalReader;
  /** Proposers whom the reader invited or who invited the reader. */
  readonly linked: ReadonlySet<string>;
  readonly status: Proposal["status"];
  readonly possible: boolean;
}

function presentProposal(record: ProposalRecord, reading: Reading): Proposal {
  const { reader, linked, status, possible } = reading;
  const { terms, operator_id: operatorId, operator_name: username } = record;
  const isNamed = operatorId !== null && username !== null;
  return {
    id: wireId("prp", record.id),
    kind: record.kind,
    status,
    operator: isNamed ? { id: wireId("usr", operatorId), username } : null,
    email: terms.email ?? null,
    fromRole: terms.fromRole ?? null,
    toRole: terms.toRole ?? null,
    limits: (terms.limits ?? []).flatMap(({ name, from, to }) =>
      isSettingName(name) ? [{ name, from, to }] : [],
    ),
    trade: terms.trade ?? null,
    reason: record.reason,
    proposedBy: record.proposed_by,
    mine: record.proposer_id === reader.userId,
    aboutYou: operatorId === reader.userId,
    linked: operatorId !== reader.userId && linked.has(record.proposer_id),
    proposedAt: record.proposed_at.toISOString(),
    expiresAt: record.expires_at.toISOString(),
    decidedBy: record.decided_by,
    decidedAt: record.decided_at?.toISOString() ?? null,
    decisionNote: record.decision_note,
    possible,
  };
}

function isSettingName(name: string): name is SettingName {
  return SETTING_NAMES.some((one) => one === name);
}
