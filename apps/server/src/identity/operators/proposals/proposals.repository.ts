import type { ProposalKind, ProposalStatus } from "@tessera/contract/identity/proposals.schemas";
import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import { keyset } from "../../../platform/paging/keyset.ts";
import type { Seek } from "../../../platform/paging/pages.ts";
import { type ProposalRow, tables } from "../operators.tables.ts";

/** A proposal, with the username of the operator whom it is about. */
export interface ProposalRecord extends ProposalRow {
  readonly operator_name: string | null;
}

function proposals(tx: Tx) {
  return tables(tx)
    .selectFrom("proposal")
    .leftJoin("person", "person.id", "proposal.operator_id")
    .selectAll("proposal")
    .select("person.username as operator_name");
}

const BY_ID = [{ by: sql`proposal.id`, type: "uuid" }] as const;

interface ProposalFilter {
  readonly status: ProposalStatus | undefined;
  readonly kinds: readonly ProposalKind[];
  readonly now: Date;
}

/** Lists a page of proposals, newest first. */
export function selectProposals(
  tx: Tx,
  { status, kinds, now }: ProposalFilter,
  seek: Seek,
): Promise<ProposalRecord[]> {
  const stored = status === "expired" ? "waiting" : status;
  const found = proposals(tx)
    .where("proposal.kind", "in", kinds)
    .$if(stored !== undefined, (query) => query.where("proposal.status", "=", stored ?? "waiting"))
    .$if(status === "waiting", (query) => query.where("proposal.expires_at", ">", now))
    .$if(status === "expired", (query) => query.where("proposal.expires_at", "<=", now));
  return keyset(found, BY_ID, "desc", seek).execute();
}

export function selectProposal(tx: Tx, id: string): Promise<ProposalRecord | undefined> {
  return proposals(tx).where("proposal.id", "=", id).executeTakeFirst();
}

export function selectProposalByKey(
  tx: Tx,
  { proposerId, clientKey }: { readonly proposerId: string; readonly clientKey: string },
): Promise<ProposalRecord | undefined> {
  return proposals(tx)
    .where("proposal.proposer_id", "=", proposerId)
    .where("proposal.client_key", "=", clientKey)
    .executeTakeFirst();
}

/** Selects a proposal FOR UPDATE. */
export function lockProposal(tx: Tx, id: string): Promise<ProposalRow | undefined> {
  return tables(tx)
    .selectFrom("proposal")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertProposal(tx: Tx, row: ProposalRow): Promise<void> {
  await tables(tx)
    .insertInto("proposal")
    .values({ ...row, terms: sql`${JSON.stringify(row.terms)}::text::jsonb` })
    .execute();
}

/** How a proposal ended. */
export type ProposalDecision = Pick<
  ProposalRow,
  "status" | "decider_id" | "decided_by" | "decided_at" | "decision_note"
>;

export async function updateProposal(
  tx: Tx,
  id: string,
  decision: ProposalDecision,
): Promise<void> {
  await tables(tx).updateTable("proposal").set(decision).where("id", "=", id).execute();
}

/** Counts the open proposals that an administrator can decide: all except their own. */
export async function countWaitingFor(
  tx: Tx,
  personId: string,
  { kinds, now }: Pick<ProposalFilter, "kinds" | "now">,
): Promise<number> {
  const row = await tables(tx)
    .selectFrom("proposal")
    .select((one) => one.fn.countAll<bigint>().as("count"))
    .where("status", "=", "waiting")
    .where("expires_at", ">", now)
    .where("proposer_id", "<>", personId)
    .where("kind", "in", kinds)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Withdraws all open proposals by a person who may no longer propose changes. Returns the
 * proposals' ids.
 */
export async function withdrawProposalsOf(
  tx: Tx,
  proposerId: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<string[]> {
  const rows = await tables(tx)
    .updateTable("proposal")
    .set({ status: "withdrawn", decided_by: by, decided_at: at })
    .where("proposer_id", "=", proposerId)
    .where("status", "=", "waiting")
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
