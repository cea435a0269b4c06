import type {
  ProgramRule,
  ProgramRuleDetail,
  ProgramRuleHit,
} from "@tessera/contract/back-office/program-rules.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Page, type PageQuery, readPage, readPageOf } from "../../platform/paging/pages.ts";
import {
  presentProposal,
  presentRule,
  presentRuleHit,
  presentVersion,
} from "./program-rules.presenter.ts";
import {
  type RuleRecord,
  selectProposals,
  selectRuleHits,
  selectRules,
  selectVersions,
  selectWaiting,
} from "./program-rules.repository.ts";

const MAX_VERSIONS = 101;
const MAX_PROPOSALS = 50;
const HITS_DAYS = 30;
const DAY_MS = 86_400_000;

interface RulesPage extends Page<ProgramRule> {
  readonly revision: number;
}

/**
 * Lists the program's rules, newest first, each with its hits in the last 30 days.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function readProgramRules(
  context: AppContext,
  userId: string,
  query: PageQuery,
): Promise<RulesPage> {
  const { kysely } = context.db;
  const now = context.clock.now();
  const [rules, waiting] = await Promise.all([rulesAt(kysely, now), selectWaiting(kysely, now)]);
  const { rows, nextCursor } = await readPageOf(context, {
    ...{ scope: "programme-rules", query, rows: rules, direction: "desc" },
    placeOf: ({ rule_id: id }) => [id],
  });
  const waitingFor = (id: string) => waiting.find((one) => one.rule_id === id);
  return {
    data: rows.map((row) => presentRule(row, waitingFor(row.rule_id), { userId, now })),
    nextCursor,
    revision: Math.max(0, ...rules.map(({ revision }) => revision)),
  };
}

/**
 * Reads a rule with its earlier versions and its decided proposals.
 *
 * @param id UUID; undefined if the requested id is not valid
 * @throws Refusal `not_found`
 */
export async function readProgramRule(
  context: AppContext,
  userId: string,
  id: string | undefined,
): Promise<ProgramRuleDetail> {
  const { kysely } = context.db;
  const now = context.clock.now();
  const record = (await rulesAt(kysely, now)).find(({ rule_id: ruleId }) => ruleId === id);
  if (record === undefined) {
    throw new Refusal("not_found");
  }
  const [versions, proposals] = await Promise.all([
    selectVersions(kysely, record.rule_id, MAX_VERSIONS),
    selectProposals(kysely, record.rule_id, MAX_PROPOSALS),
  ]);
  const reader = { userId, now };
  const isWaiting = (one: (typeof proposals)[number]) =>
    one.status === "waiting" && one.expires_at > now;
  return {
    ...presentRule(record, proposals.find(isWaiting), reader),
    earlier: versions.slice(1).map(presentVersion),
    decided: proposals.filter((one) => !isWaiting(one)).map((one) => presentProposal(one, reader)),
  };
}

function rulesAt(tx: Tx, now: Date): Promise<RuleRecord[]> {
  return selectRules(tx, new Date(now.getTime() - HITS_DAYS * DAY_MS));
}

/**
 * Lists what a rule declined, or would have declined in shadow mode, newest first.
 *
 * @param id UUID; undefined if the requested id is not valid
 * @throws Refusal `not_found`; `invalid_input` for a cursor from another list
 */
export async function readProgramRuleHits(
  context: AppContext,
  id: string | undefined,
  query: PageQuery,
): Promise<Page<ProgramRuleHit>> {
  const { kysely } = context.db;
  const [rule] = id === undefined ? [] : await selectVersions(kysely, id, 1);
  if (rule === undefined) {
    throw new Refusal("not_found");
  }
  const { rows, nextCursor } = await readPage(context, {
    ...{ scope: `programme-rule-hits ${rule.rule_id}`, query },
    read: (seek) => selectRuleHits(kysely, rule.rule_id, seek),
    placeOf: (row) => [row.at.toISOString(), row.id],
  });
  return { data: rows.map(presentRuleHit), nextCursor };
}
