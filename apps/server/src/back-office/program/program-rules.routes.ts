import { programRulesEndpoints } from "@tessera/contract/back-office/program-rules.endpoints";
import type { FastifyInstance } from "fastify";
import { backtestProgramRule } from "../../authorization/backtest/index.ts";
import { operatorActOf } from "../../platform/audit/operator-act.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { changeProgramRule } from "./change-program-rule.ts";
import { createProgramRule } from "./create-program-rule.ts";
import {
  approveProgramRule,
  rejectProgramRule,
  withdrawProgramRule,
} from "./decide-program-rule.ts";
import { readProgramRule, readProgramRuleHits, readProgramRules } from "./read-program-rules.ts";

export function registerProgramRules(app: FastifyInstance, context: AppContext): void {
  const endpoints = programRulesEndpoints;
  route(app, context, endpoints.listProgrammeRules, ({ session, query }) =>
    readProgramRules(context, session.userId, query),
  );
  route(app, context, endpoints.getProgrammeRule, ({ session, params }) =>
    readProgramRule(context, session.userId, parseId("prul", params.id)),
  );
  route(app, context, endpoints.createProgrammeRule, async (call) => {
    const { body, idempotencyKey } = call;
    const act = operatorActOf(call);
    const id = await createProgramRule(context, { body, idempotencyKey, act });
    return readProgramRule(context, act.userId, id);
  });
  route(app, context, endpoints.changeProgrammeRule, async (call) => {
    const { body, idempotencyKey } = call;
    const act = operatorActOf(call);
    const change = { id: parseId("prul", call.params.id), body, idempotencyKey, act };
    const id = await changeProgramRule(context, change);
    return readProgramRule(context, act.userId, id);
  });
  route(app, context, endpoints.listProgrammeRuleHits, ({ params, query }) =>
    readProgramRuleHits(context, parseId("prul", params.id), query),
  );
  route(app, context, endpoints.backtestProgrammeRule, ({ body }) =>
    backtestProgramRule(context, body.terms, body.days),
  );
  registerDecisions(app, context);
}

function registerDecisions(app: FastifyInstance, context: AppContext): void {
  const endpoints = programRulesEndpoints;
  route(app, context, endpoints.approveProgrammeRule, async (call) => {
    const act = operatorActOf(call);
    const id = await approveProgramRule(context, { id: parseId("rprp", call.params.id), act });
    return readProgramRule(context, act.userId, id);
  });
  route(app, context, endpoints.rejectProgrammeRule, async (call) => {
    const act = operatorActOf(call);
    const command = { id: parseId("rprp", call.params.id), act };
    const id = await rejectProgramRule(context, command, call.body.note);
    return readProgramRule(context, act.userId, id);
  });
  route(app, context, endpoints.withdrawProgrammeRule, async (call) => {
    const act = operatorActOf(call);
    const id = await withdrawProgramRule(context, { id: parseId("rprp", call.params.id), act });
    return readProgramRule(context, act.userId, id);
  });
}
