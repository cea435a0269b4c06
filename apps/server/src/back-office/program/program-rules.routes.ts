import { programRulesEndpoints } from "@tessera/contract/back-office/program-rules.endpoints";
import type { FastifyInstance } from "fastify";
import { backtestProgramRule } from "../../authorization/backtest/index.ts";
import { PROPOSING } from "../../identity/operators/index.ts";
import { operatorActOf } from "../../platform/audit/operator-act.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Call } from "../../platform/http/call.ts";
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
  route(app, context, endpoints.listProgramRules, ({ session, query }) =>
    readProgramRules(context, session.userId, query),
  );
  route(app, context, endpoints.getProgramRule, ({ session, params }) =>
    readProgramRule(context, session.userId, parseId("prul", params.id)),
  );
  route(app, context, endpoints.createProgramRule, async (call) => {
    const { body, idempotencyKey } = call;
    const act = operatorActOf(call);
    const id = await createProgramRule(context, { body, idempotencyKey, act });
    return readProgramRule(context, act.userId, id);
  });
  const change = async (call: Call<typeof endpoints.changeProgramRule>) => {
    const { body, idempotencyKey, params } = call;
    const act = operatorActOf(call);
    const id = parseId("prul", params.id);
    const changed = await changeProgramRule(context, { id, body, idempotencyKey, act });
    return readProgramRule(context, act.userId, changed);
  };
  route(app, context, endpoints.changeProgramRule, change, PROPOSING);
  route(app, context, endpoints.listProgramRuleHits, ({ params, query }) =>
    readProgramRuleHits(context, parseId("prul", params.id), query),
  );
  route(app, context, endpoints.backtestProgramRule, ({ body }) =>
    backtestProgramRule(context, body.terms, body.days),
  );
  registerDecisions(app, context);
}

function registerDecisions(app: FastifyInstance, context: AppContext): void {
  const endpoints = programRulesEndpoints;
  route(app, context, endpoints.approveProgramRule, async (call) => {
    const act = operatorActOf(call);
    const id = await approveProgramRule(context, { id: parseId("rprp", call.params.id), act });
    return readProgramRule(context, act.userId, id);
  });
  route(app, context, endpoints.rejectProgramRule, async (call) => {
    const act = operatorActOf(call);
    const command = { id: parseId("rprp", call.params.id), act };
    const id = await rejectProgramRule(context, command, call.body.note);
    return readProgramRule(context, act.userId, id);
  });
  route(app, context, endpoints.withdrawProgramRule, async (call) => {
    const act = operatorActOf(call);
    const id = await withdrawProgramRule(context, { id: parseId("rprp", call.params.id), act });
    return readProgramRule(context, act.userId, id);
  });
}
