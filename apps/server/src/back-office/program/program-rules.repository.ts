import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import { type Insertable, sql } from "kysely";
import type {
  ProgramTables,
  RuleProposalRow,
  RuleVersionRow,
} from "../../db/tables/program.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { Seek } from "../../platform/paging/pages.ts";

/** A rule's current version, with its number of hits in the counted period. */
export interface RuleRecord extends RuleVersionRow {
  readonly declined: number;
  readonly would_decline: number;
}

/** Serializes all changes to the program's rules, on all servers, until the transaction ends. */
export async function lockRules(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('programme-rules', 0))`.execute(tx);
}

/** Selects the newest version of every rule, newest rule first. */
export async function selectRules(tx: Tx, hitsSince: Date): Promise<RuleRecord[]> {
  const { rows } = await sql<RuleRecord>`
    select newest.*, coalesce(hit.declined, 0) as declined,
      coalesce(hit.would_decline, 0) as would_decline
    from (
      select distinct on (rule_id) * from programme_rule_version order by rule_id, version desc
    ) newest
    left join lateral (
      select count(*) filter (where not shadow)::int as declined,
        count(*) filter (where shadow)::int as would_decline
      from programme_rule_hit
      where rule_id = newest.rule_id and at >= ${hitsSince}
    ) hit on true
    order by newest.rule_id desc`.execute(tx);
  return rows;
}

/** Selects a rule's versions, newest first. Returns none if the rule is unknown. */
export async function selectVersions(
  tx: Tx,
  ruleId: string,
  limit: number,
): Promise<RuleVersionRow[]> {
  return tx
    .withTables<ProgramTables>()
    .selectFrom("programme_rule_version")
    .selectAll()
    .where("rule_id", "=", ruleId)
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
}

/** Inserts a rule. Returns false if the same call has already done so. */
export async function insertRule(
  tx: Tx,
  rule: Insertable<ProgramTables["programme_rule"]>,
): Promise<boolean> {
  const written = await tx
    .withTables<ProgramTables>()
    .insertInto("programme_rule")
    .values(rule)
    .onConflict((on) => on.column("client_key").doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/** Finds the id of the rule that was added by an earlier call with the same key. */
export async function findRuleByKey(tx: Tx, clientKey: string): Promise<string | undefined> {
  const row = await tx
    .withTables<ProgramTables>()
    .selectFrom("programme_rule")
    .select("id")
    .where("client_key", "=", clientKey)
    .executeTakeFirst();
  return row?.id;
}

export async function countRules(tx: Tx): Promise<number> {
  const row = await tx
    .withTables<ProgramTables>()
    .selectFrom("programme_rule")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Writes a version as the next revision of all rules. Requires the lock from {@link lockRules}. */
export async function insertVersion(
  tx: Tx,
  version: Omit<RuleVersionRow, "revision">,
): Promise<void> {
  await tx
    .withTables<ProgramTables>()
    .insertInto("programme_rule_version")
    .values({
      ...version,
      revision: sql<number>`(select coalesce(max(revision), 0) + 1 from programme_rule_version)`,
    })
    .execute();
}

/** Selects rule proposals that are neither decided nor expired. */
export async function selectWaiting(tx: Tx, now: Date): Promise<RuleProposalRow[]> {
  return tx
    .withTables<ProgramTables>()
    .selectFrom("programme_rule_proposal")
    .selectAll()
    .where("status", "=", "waiting")
    .where("expires_at", ">", now)
    .execute();
}

/** Selects a rule's proposals, newest first. */
export async function selectProposals(
  tx: Tx,
  ruleId: string,
  limit: number,
): Promise<RuleProposalRow[]> {
  return tx
    .withTables<ProgramTables>()
    .selectFrom("programme_rule_proposal")
    .selectAll()
    .where("rule_id", "=", ruleId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Selects a proposal FOR UPDATE, so that no other transaction can decide it. */
export async function lockProposal(tx: Tx, id: string): Promise<RuleProposalRow | undefined> {
  return tx
    .withTables<ProgramTables>()
    .selectFrom("programme_rule_proposal")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function findProposalByKey(
  tx: Tx,
  key: Pick<RuleProposalRow, "proposer_id" | "client_key">,
): Promise<RuleProposalRow | undefined> {
  return tx
    .withTables<ProgramTables>()
    .selectFrom("programme_rule_proposal")
    .selectAll()
    .where("proposer_id", "=", key.proposer_id)
    .where("client_key", "=", key.client_key)
    .executeTakeFirst();
}

export async function insertProposal(tx: Tx, proposal: RuleProposalRow): Promise<void> {
  await tx
    .withTables<ProgramTables>()
    .insertInto("programme_rule_proposal")
    .values(proposal)
    .execute();
}

/** The columns of a locked proposal that a decision writes. */
export type ProposalDecision = Pick<
  RuleProposalRow,
  "status" | "decider_id" | "decided_by" | "decided_at" | "decision_note"
>;

export async function updateProposal(
  tx: Tx,
  id: string,
  decision: ProposalDecision,
): Promise<void> {
  await tx
    .withTables<ProgramTables>()
    .updateTable("programme_rule_proposal")
    .set(decision)
    .where("id", "=", id)
    .execute();
}

/** Withdraws all open proposals by a person who may no longer propose changes. */
export async function withdrawProposalsOf(
  tx: Tx,
  proposerId: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<Pick<RuleProposalRow, "id" | "rule_id">[]> {
  return tx
    .withTables<ProgramTables>()
    .updateTable("programme_rule_proposal")
    .set({ status: "withdrawn", decider_id: proposerId, decided_by: by, decided_at: at })
    .where("proposer_id", "=", proposerId)
    .where("status", "=", "waiting")
    .returning(["id", "rule_id"])
    .execute();
}

/** A stored hit: a payment or request that a rule declined or would have declined. */
export interface RuleHitRow {
  readonly id: string;
  readonly version: number;
  readonly subject: "payment" | "address" | "new_card";
  readonly shadow: boolean;
  readonly customer_id: string;
  readonly card_id: string | null;
  readonly movement_id: string | null;
  readonly amount_minor: bigint | null;
  readonly currency: "USD" | "CNY" | "EUR" | null;
  readonly merchant: Merchant | null;
  readonly at: Date;
}

/** Selects a page of a rule's hits, newest first. */
export async function selectRuleHits(
  tx: Tx,
  ruleId: string,
  { after, limit }: Seek,
): Promise<RuleHitRow[]> {
  const [at, id] = after ?? [];
  const { rows } = await sql<RuleHitRow>`
    select id, version, subject, shadow, customer_id, card_id, movement_id, amount_minor, currency,
      merchant, at
    from programme_rule_hit
    where rule_id = ${ruleId}::uuid ${
      at === undefined ? sql`` : sql`and (at, id) < (${at}::timestamptz, ${id}::uuid)`
    }
    order by at desc, id desc limit ${limit}`.execute(tx);
  return rows;
}
