import { isDeepStrictEqual } from "node:util";
import {
  type ChangeProgramRuleBody,
  PROGRAM_PROPOSAL_LIFETIME_DAYS,
} from "@tessera/contract/back-office/program-rules.schemas";
import { operatorKey } from "../../cards/pricing/index.ts";
import type { ProposedRule, RuleVersionRow } from "../../db/tables/program.tables.ts";
import { notifyAdministrators } from "../../identity/operators/index.ts";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, wireId } from "../../platform/ids.ts";
import {
  findProposalByKey,
  insertProposal,
  insertVersion,
  lockRules,
  selectVersions,
  selectWaiting,
} from "./program-rules.repository.ts";
import { publishProgram } from "./publish-program.ts";
import {
  auditedRule,
  columnsOf,
  recordRule,
  requireRole,
  requireSoundTerms,
  ruleOf,
} from "./rule-writing.ts";

interface RuleChange {
  /** UUID; undefined if the requested id is not valid. */
  readonly id: string | undefined;
  readonly body: ChangeProgramRuleBody;
  readonly idempotencyKey: string;
  readonly act: OperatorAct;
}

const DAY_MS = 86_400_000;

/**
 * Changes a program rule. A change that affects what is declined waits for a second administrator,
 * and the others are notified by email. A change between shadow and off, neither of which declines
 * anything, applies immediately. A change that makes no difference creates no new version, so the
 * call can be retried.
 *
 * @returns the id of the rule
 * @throws Refusal `not_found`, `invalid_input`, `programme_changed`, `programme_rule_open`;
 * `forbidden` if the operator has since lost the role
 */
export async function changeProgramRule(
  context: AppContext,
  { id, body, idempotencyKey, act }: RuleChange,
): Promise<string> {
  requireSoundTerms(body.terms);
  const ruleId = await inTransaction(context.db, async (tx) => {
    await requireRole(tx, act);
    await lockRules(tx);
    const [current] = id === undefined ? [] : await selectVersions(tx, id, 1);
    if (current === undefined) {
      throw new Refusal("not_found");
    }
    const key = { proposer_id: act.userId, client_key: operatorKey(act, idempotencyKey) };
    const earlier = await findProposalByKey(tx, key);
    const { version: basedOn, names, terms, mode, reason } = body;
    const proposed: ProposedRule = { basedOn, names, terms, mode };
    if (earlier !== undefined || isDeepStrictEqual(ruleOf(current), { names, terms, mode })) {
      return current.rule_id;
    }
    requireCurrent(current, basedOn);
    requireSameKind(current, proposed);
    if (current.mode === "active" || mode === "active") {
      await propose(context, tx, current, { proposed, reason, act, key });
    } else {
      await putVersion(context, tx, current, { proposed, reason, changedBy: act.actor });
      const before = auditedRule(ruleOf(current));
      const data = { reason, before, after: auditedRule(proposed) };
      await recordRule(context, tx, act, "change", current.rule_id, data);
    }
    return current.rule_id;
  });
  await publishProgram(context);
  return ruleId;
}

/**
 * Checks that the current version is the one that the operator saw.
 * @throws Refusal `programme_changed` if it is not
 */
export function requireCurrent(current: RuleVersionRow, basedOn: number): void {
  if (current.version !== basedOn) {
    throw new Refusal("programme_changed", {
      changed: { by: current.changed_by, at: current.changed_at },
    });
  }
}

function requireSameKind({ terms: { kind } }: RuleVersionRow, { terms }: ProposedRule): void {
  if (terms.kind !== kind) {
    throw new Refusal("invalid_input", { fields: [{ path: "terms.kind", code: "not_allowed" }] });
  }
}

interface Proposal {
  readonly proposed: ProposedRule;
  readonly reason: string;
  readonly act: OperatorAct;
  readonly key: { readonly proposer_id: string; readonly client_key: string };
}

async function propose(
  context: AppContext,
  tx: Tx,
  current: RuleVersionRow,
  { proposed, reason, act, key }: Proposal,
): Promise<void> {
  const now = context.clock.now();
  const waiting = (await selectWaiting(tx, now)).find((one) => one.rule_id === current.rule_id);
  if (waiting !== undefined) {
    if (waiting.proposer_id === act.userId && isDeepStrictEqual(waiting.terms, proposed)) {
      return;
    }
    const changed = { by: waiting.proposed_by, at: waiting.proposed_at };
    throw new Refusal("programme_rule_open", { changed });
  }
  const id = newId(now);
  await insertProposal(tx, {
    ...key,
    ...{ id, rule_id: current.rule_id, terms: proposed, reason, status: "waiting" },
    ...{ proposed_by: act.actor, proposed_at: now },
    expires_at: new Date(now.getTime() + PROGRAM_PROPOSAL_LIFETIME_DAYS * DAY_MS),
    ...{ decider_id: null, decided_by: null, decided_at: null, decision_note: null },
  });
  await recordRule(context, tx, act, "propose", current.rule_id, {
    ...{ proposalId: id, reason },
    ...{ before: auditedRule(ruleOf(current)), after: auditedRule(proposed) },
  });
  const path = `/system/programme?tab=rules&open=${wireId("prul", current.rule_id)}`;
  const notice = { what: "rule_proposed", by: act.actor, about: "", path } as const;
  await notifyAdministrators(context, tx, notice, act);
}

interface Written {
  readonly proposed: ProposedRule;
  readonly reason: string;
  readonly changedBy: string;
  /** Second administrator, if one was needed. */
  readonly approvedBy?: string;
}

/** Writes a rule's next version, which takes effect on commit. Requires the lock on rules. */
export async function putVersion(
  context: AppContext,
  tx: Tx,
  current: RuleVersionRow,
  { proposed, reason, changedBy, approvedBy }: Written,
): Promise<void> {
  await insertVersion(tx, {
    ...columnsOf(proposed),
    ...{ rule_id: current.rule_id, version: current.version + 1, reason },
    ...{ changed_by: changedBy, approved_by: approvedBy ?? null },
    changed_at: context.clock.now(),
  });
}
