import { programmeRulesEndpoints } from "@tessera/contract/programme/programme-rules.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { parseId } from "../../platform/ids.ts";
import { operatorActOf } from "../../platform/operator-act.ts";
import { route } from "../../platform/route.ts";
import { backtestProgrammeRule } from "../risk/index.ts";
import { changeProgrammeRule } from "./change-programme-rule.ts";
import { createProgrammeRule } from "./create-programme-rule.ts";
import {
  approveProgrammeRule,
  rejectProgrammeRule,
  withdrawProgrammeRule,
} from "./decide-programme-rule.ts";
import {
  readProgrammeRule,
  readProgrammeRuleHits,
  readProgrammeRules,
} from "./read-programme-rules.ts";

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
