import type {
  ProgramRuleMode,
  ProgramRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import { type Insertable, sql } from "kysely";
import type { ProgramRuleHitTable } from "../../db/tables/risk.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** The stored active version of a program rule. */
export interface StoredRule {
  readonly id: string;
  readonly version: number;
  readonly mode: ProgramRuleMode;
  readonly nameEn: string;
  readonly nameZhCn: string;
  readonly nameZhTw: string;
  readonly terms: ProgramRuleTerms;
}

interface StoredRules {
  readonly revision: number;
  readonly rules: readonly StoredRule[];
}

/** Finds the newest revision of the program's rules. */
export async function findRulesRevision(tx: Tx): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select coalesce(max(revision), 0) as revision from programme_rule_version`.execute(tx);
  return rows[0]?.revision ?? 0;
}

/** Lists active and shadow rules, oldest first, with their revision. */
export async function findRulesInForce(tx: Tx): Promise<StoredRules> {
  const { rows } = await sql<{ revision: number; rules: StoredRule[] }>`
    with newest as (
      select distinct on (rule_id) * from programme_rule_version order by rule_id, version desc
    )
    select coalesce(max(revision), 0) as revision,
      coalesce(jsonb_agg(jsonb_build_object('id', rule_id, 'version', version, 'mode', mode,
        'nameEn', name_en, 'nameZhCn', name_zh_cn, 'nameZhTw', name_zh_tw, 'terms', terms)
        order by rule_id) filter (where mode <> 'off'), '[]') as rules
    from newest`.execute(tx);
  return rows[0] ?? { revision: 0, rules: [] };
}

/** Records payments that rules declined or would have declined, once per payment and rule. */
export async function insertProgramHits(
  tx: Tx,
  hits: readonly Insertable<ProgramRuleHitTable>[],
): Promise<void> {
  if (hits.length > 0) {
    await tx
      .withTables<{ programme_rule_hit: ProgramRuleHitTable }>()
      .insertInto("programme_rule_hit")
      .values([...hits])
      .onConflict((conflict) => conflict.columns(["movement_id", "rule_id"]).doNothing())
      .execute();
  }
}
