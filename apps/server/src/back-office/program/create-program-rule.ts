import {
  type CreateProgramRuleBody,
  MAX_PROGRAM_RULES,
} from "@tessera/contract/back-office/program-rules.schemas";
import { operatorKey } from "../../cards/pricing/index.ts";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import {
  countRules,
  findRuleByKey,
  insertRule,
  insertVersion,
  lockRules,
} from "./program-rules.repository.ts";
import { publishProgram } from "./publish-program.ts";
import { auditedRule, columnsOf, recordRule, requireSoundTerms } from "./rule-writing.ts";

interface NewRule {
  readonly body: CreateProgramRuleBody;
  readonly idempotencyKey: string;
  readonly act: OperatorAct;
}

/**
 * Adds a program rule, either in shadow mode or off. Activating it is a separate change. Repeated
 * calls with the same key add only one rule.
 *
 * @returns the id of the rule
 * @throws Refusal `invalid_input`, `too_many_programme_rules`
 */
export async function createProgramRule(
  context: AppContext,
  { body, idempotencyKey, act }: NewRule,
): Promise<string> {
  requireSoundTerms(body.terms);
  const clientKey = operatorKey(act, idempotencyKey);
  const id = await inTransaction(context.db, async (tx) => {
    await lockRules(tx);
    const earlier = await findRuleByKey(tx, clientKey);
    return earlier ?? add(context, tx, body, act, clientKey);
  });
  await publishProgram(context);
  return id;
}

async function add(
  context: AppContext,
  tx: Tx,
  { names, terms, mode, reason }: CreateProgramRuleBody,
  act: OperatorAct,
  clientKey: string,
): Promise<string> {
  if ((await countRules(tx)) >= MAX_PROGRAM_RULES) {
    throw new Refusal("too_many_programme_rules");
  }
  const now = context.clock.now();
  const id = newId(now);
  const created = { created_by: act.actor, created_at: now, client_key: clientKey };
  await insertRule(tx, { id, kind: terms.kind, ...created });
  await insertVersion(tx, {
    ...columnsOf({ names, terms, mode }),
    ...{ rule_id: id, version: 1, reason },
    ...{ changed_by: act.actor, approved_by: null, changed_at: now },
  });
  const after = auditedRule({ names, terms, mode });
  await recordRule(context, tx, act, "create", id, { reason, after });
  return id;
}
