import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import {
  changeProgramRuleBody,
  createProgramRuleBody,
  programBacktest,
  programBacktestBody,
  programRuleDetail,
  programRuleHits,
  programRuleHitsQuery,
  programRules,
  rejectProgramProposalBody,
} from "./program-rules.schemas.ts";

const tag = "programme";
const access = "operator";
const readers = ["administrator", "auditor"] as const;
const writers = ["administrator"] as const;

export const listProgramRules = endpoint({
  method: "GET",
  path: "/api/admin/programme/rules",
  summary: "The program's rules, newest first, each with the change that waits for a decision",
  tag,
  access,
  cells: "program",
  roles: readers,
  query: listQuery,
  success: { status: 200, body: programRules },
});

export const getProgramRule = endpoint({
  method: "GET",
  path: "/api/admin/programme/rules/:id",
  summary: "One program rule with its earlier versions and past proposals",
  tag,
  access,
  cells: "program",
  roles: readers,
  params: idParams,
  success: { status: 200, body: programRuleDetail },
});

export const createProgramRule = endpoint({
  method: "POST",
  path: "/api/admin/programme/rules",
  summary: "Add a rule as a shadow or switched off; it declines nothing",
  tag,
  access,
  cells: "program",
  roles: writers,
  idempotencyKey: "welcome",
  body: createProgramRuleBody,
  success: { status: 201, body: programRuleDetail },
  errors: ["too_many_programme_rules"],
});

export const changeProgramRule = endpoint({
  method: "PUT",
  path: "/api/admin/programme/rules/:id",
  summary: "Change a rule; a change of what is declined waits for another administrator",
  tag,
  access,
  cells: "program",
  roles: writers,
  idempotencyKey: "welcome",
  params: idParams,
  body: changeProgramRuleBody,
  success: { status: 200, body: programRuleDetail },
  errors: ["programme_changed", "programme_rule_open"],
});

export const approveProgramRule = endpoint({
  method: "POST",
  path: "/api/admin/programme/rule-proposals/:id/approve",
  summary: "Approve a proposed change; never one's own",
  tag,
  access,
  cells: "program",
  roles: writers,
  proof: true,
  params: idParams,
  success: { status: 200, body: programRuleDetail },
  errors: [
    "programme_rule_own",
    "linked_by_invitation",
    "programme_rule_decided",
    "programme_changed",
  ],
});

export const rejectProgramRule = endpoint({
  method: "POST",
  path: "/api/admin/programme/rule-proposals/:id/reject",
  summary: "Reject a proposed change, with a reason; never one's own",
  tag,
  access,
  cells: "program",
  roles: writers,
  params: idParams,
  body: rejectProgramProposalBody,
  success: { status: 200, body: programRuleDetail },
  errors: ["programme_rule_own", "programme_rule_decided"],
});

export const withdrawProgramRule = endpoint({
  method: "POST",
  path: "/api/admin/programme/rule-proposals/:id/withdraw",
  summary: "Withdraw a change that one proposed",
  tag,
  access,
  cells: "program",
  roles: writers,
  params: idParams,
  success: { status: 200, body: programRuleDetail },
  errors: ["programme_rule_not_yours", "programme_rule_decided"],
});

export const listProgramRuleHits = endpoint({
  method: "GET",
  path: "/api/admin/programme/rules/:id/hits",
  summary: "Payments that a rule declined, or would have declined as a shadow, newest first",
  tag,
  access,
  roles: readers,
  params: idParams,
  query: programRuleHitsQuery,
  success: { status: 200, body: programRuleHits },
});

export const backtestProgramRule = endpoint({
  method: "POST",
  path: "/api/admin/programme/rules/backtest",
  summary: "A backtest of a rule on a sample of past payments; nothing is stored",
  tag,
  access,
  roles: readers,
  idempotencyKey: { ignored: "read" },
  body: programBacktestBody,
  success: { status: 200, body: programBacktest },
});

export const programRulesEndpoints = {
  listProgramRules,
  getProgramRule,
  createProgramRule,
  changeProgramRule,
  approveProgramRule,
  rejectProgramRule,
  withdrawProgramRule,
  listProgramRuleHits,
  backtestProgramRule,
} as const;
