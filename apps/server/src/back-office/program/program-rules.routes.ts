import { programmeRulesEndpoints } from "@tessera/contract/back-office/program-rules.endpoints";
import type { FastifyInstance } from "fastify";
import { backtestProgrammeRule } from "../../authorization/backtest/index.ts";
import { operatorActOf } from "../../platform/audit/operator-act.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { changeProgrammeRule } from "./change-program-rule.ts";
import { createProgrammeRule } from "./create-program-rule.ts";
import {
  approveProgrammeRule,
  rejectProgrammeRule,
  withdrawProgrammeRule,
} from "./decide-program-rule.ts";
import {
  readProgrammeRule,
  readProgrammeRuleHits,
  readProgrammeRules,
} from "./read-program-rules.ts";

export function registerProgrammeRules(app: FastifyInstance, context: AppContext): void {
  const endpoints = programmeRulesEndpoints;
  route(app, context, endpoints.listProgrammeRules, ({ session, query }) =>
    readProgrammeRules(context, session.userId, query),
  );
  route(app, context, endpoints.getProgrammeRule, ({ session, params }) =>
    readProgrammeRule(context, session.userId, parseId("prul", params.id)),
  );
  route(app, context, endpoints.createProgrammeRule, async (call) => {
    const { body, idempotencyKey } = call;
    const act = operatorActOf(call);
    const id = await createProgrammeRule(context, { body, idempotencyKey, act });
    return readProgrammeRule(context, act.userId, id);
  });
  route(app, context, endpoints.changeProgrammeRule, async (call) => {
    const { body, idempotencyKey } = call;
    const act = operatorActOf(call);
    const change = { id: parseId("prul", call.params.id), body, idempotencyKey, act };
    const id = await changeProgrammeRule(context, change);
    return readProgrammeRule(context, act.userId, id);
  });
  route(app, context, endpoints.listProgrammeRuleHits, ({ params, query }) =>
    readProgrammeRuleHits(context, parseId("prul", params.id), query),
  );
  route(app, context, endpoints.backtestProgrammeRule, ({ body }) =>
    backtestProgrammeRule(context, body.terms, body.days),
  );
  registerDecisions(app, context);
}

function registerDecisions(app: FastifyInstance, context: AppContext): void {
  const endpoints = programmeRulesEndpoints;
  route(app, context, endpoints.approveProgrammeRule, async (call) => {
    const act = operatorActOf(call);
    const id = await approveProgrammeRule(context, { id: parseId("rprp", call.params.id), act });
    return readProgrammeRule(context, act.userId, id);
  });
  route(app, context, endpoints.rejectProgrammeRule, async (call) => {
    const act = operatorActOf(call);
    const command = { id: parseId("rprp", call.params.id), act };
    const id = await rejectProgrammeRule(context, command, call.body.note);
    return readProgrammeRule(context, act.userId, id);
  });
  route(app, context, endpoints.withdrawProgrammeRule, async (call) => {
    const act = operatorActOf(call);
    const id = await withdrawProgrammeRule(context, { id: parseId("rprp", call.params.id), act });
    return readProgrammeRule(context, act.userId, id);
  });
}
