import {
  type ProgramRuleTerms,
  programRuleProblems,
} from "@tessera/contract/back-office/program-rules.schemas";
import { compileProgramRule } from "../../authorization/decision/index.ts";
import type { ProposedRule, RuleVersionRow } from "../../db/tables/program.tables.ts";
import { holdRole } from "../../identity/people/index.ts";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";

/**
 * Checks that the operator still has the role, and keeps it until the transaction ends, since the
 * session was read before the transaction began. Call this before locking the rules: a change to an
 * operator's access takes the locks in the same order.
 *
 * @throws Refusal `forbidden`
 */
export async function requireRole(tx: Tx, { userId, role }: OperatorAct): Promise<void> {
  if (!(await holdRole(tx, userId, role))) {
    throw new Refusal("forbidden", { internal: "the operator's access changed meanwhile" });
  }
}

/**
 * Checks that terms do not contradict each other and can be evaluated for payments.
 *
 * @throws Refusal `invalid_input`
 */
export function requireSoundTerms(terms: ProgramRuleTerms): void {
  const fields = programRuleProblems(terms).map(({ path, code }) => ({
    path: `terms.${path}`,
    code,
  }));
  if (fields.length > 0) {
    throw new Refusal("invalid_input", { fields });
  }
  if (terms.kind === "payments") {
    const names = { en: "", "zh-CN": "", "zh-TW": "" };
    compileProgramRule({ id: "", version: 1, isShadow: false, names, terms });
  }
}

/** Returns the contents of a rule for the audit log. */
export function auditedRule({ names, terms, mode }: Omit<ProposedRule, "basedOn">) {
  return { name: names.en, mode, terms: terms as Readonly<Record<string, unknown>> };
}

/** Returns the contents of a stored rule version. */
export function ruleOf(row: RuleVersionRow): Omit<ProposedRule, "basedOn"> {
  const { name_en: en, name_zh_cn: zhCn, name_zh_tw: zhTw, terms, mode } = row;
  return { names: { en, "zh-CN": zhCn, "zh-TW": zhTw }, terms, mode };
}

/** Returns the contents of a rule version as columns. */
export function columnsOf({ names, terms, mode }: Omit<ProposedRule, "basedOn">) {
  const { en, "zh-CN": zhCn, "zh-TW": zhTw } = names;
  return { name_en: en, name_zh_cn: zhCn, name_zh_tw: zhTw, terms, mode };
}

type RuleAct = "create" | "change" | "propose" | "approve" | "reject" | "withdraw";

/** Records an administrator's action on a rule in the audit log. */
export async function recordRule(
  { ledger }: AppContext,
  tx: Tx,
  act: OperatorAct,
  what: RuleAct,
  ruleId: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await ledger.appendAudit(tx, [
    {
      action: `programme_rule.${what}`,
      actor: act.actor,
      customerId: null,
      object: ruleId,
      outcome: "ok",
      requestId: act.requestId,
      data: { role: act.role, ...data },
    },
  ]);
}
