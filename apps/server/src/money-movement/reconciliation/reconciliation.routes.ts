import { breakEndpoints as on } from "@tessera/contract/money-movement/reconciliation.endpoints";
import type { FastifyInstance } from "fastify";
import { operatorActOf } from "../../platform/audit/operator-act.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { assignBreak } from "./assign-break.ts";
import { explainBreak } from "./explain-break.ts";
import { BREAKS_LIMIT, getBreak, listBreaks } from "./read-breaks.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { startReconciliation } from "./start-reconciliation.ts";

/** Registers the operators' calls about differences between the ledger and other books. */
export function registerReconciliationRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, on.getReconciliation, () => readReconciliation(context));
  route(app, context, on.startReconciliation, async (call) => {
    await startReconciliation(context, { source: call.body.source, act: operatorActOf(call) });
    return readReconciliation(context);
  });
  route(
    app,
    context,
    on.listBreaks,
    ({ query, session }) => listBreaks(context, query, session.username),
    { overCells: { orderOf: () => ["asc"], defaultLimit: BREAKS_LIMIT } },
  );
  route(app, context, on.getBreak, ({ params }) => getBreak(context, parseId("brk", params.id)));
  route(app, context, on.assignBreak, (call) => {
    const { params, body } = call;
    const id = parseId("brk", params.id);
    return assignBreak(context, { id, assignee: body.assignee, act: operatorActOf(call) });
  });
  route(app, context, on.explainBreak, (call) => {
    const { params, body } = call;
    const id = parseId("brk", params.id);
    const act = operatorActOf(call);
    return explainBreak(context, { id, explanation: body.explanation, act });
  });
}
