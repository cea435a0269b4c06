import { mandatesEndpoints } from "@tessera/contract/cards/mandates.endpoints";
import type { FastifyInstance } from "fastify";
import { providers } from "../../adapters/providers/registry.ts";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { KeptAnswer } from "../../platform/http/answer-once.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { approveMandate } from "./approve-mandate.ts";
import { changeMandate } from "./change-mandate.ts";
import { proposeMandate } from "./propose-mandate.ts";
import { listMandates, readMandate } from "./read-mandates.ts";
import { refuseMandate } from "./refuse-mandate.ts";
import { withdrawMandate } from "./withdraw-mandate.ts";

const PROPOSALS = {
  bucket: "mandate-proposals",
  max: 200,
  windowSeconds: 86_400,
  by: "customer",
  burst: { max: 30, windowSeconds: 60 },
} as const;

/** Registers the calls about purchase mandates. */
export function registerMandatesRoutes(app: FastifyInstance, context: AppContext): void {
  const on = mandatesEndpoints;
  route(app, context, on.listMandates, ({ session, query }) =>
    listMandates(context, session.customerId, query),
  );
  route(app, context, on.getMandate, ({ session, params }) =>
    readMandate(context, session.customerId, parseId("mdt", params.id)),
  );
  route(
    app,
    context,
    on.proposeMandate,
    async ({ session, body, idempotencyKey, requestId }) => {
      const input = { session, body, idempotencyKey, requestId };
      const { mandate, isRepeat } = await proposeMandate(context, input);
      return new KeptAnswer(mandate, { inLedger: false, isRepeat });
    },
    { limits: [PROPOSALS], movesNoMoney: true },
  );
  route(app, context, on.changeMandate, ({ session, params, body, requestId }) =>
    changeMandate(context, { session, id: parseId("mdt", params.id), body, requestId }),
  );
  registerDecisions(app, context);
}

function registerDecisions(app: FastifyInstance, context: AppContext): void {
  const on = mandatesEndpoints;
  const { issuer } = context.use(providers);
  const gate = createAcceptanceGate(context);
  route(app, context, on.approveMandate, async (call) => {
    const { session, params, body, idempotencyKey, requestId } = call;
    const { mandate, isRepeat } = await approveMandate(context, issuer, {
      ...{ session, id: parseId("mdt", params.id), body, idempotencyKey, requestId },
      proof: call.request.headers["x-proof"],
      stoppedBy: await gate.refusal(session),
    });
    return new KeptAnswer(mandate, { inLedger: false, isRepeat });
  });
  route(app, context, on.refuseMandate, ({ session, params, body, requestId }) =>
    refuseMandate(context, { session, id: parseId("mdt", params.id), ...body, requestId }),
  );
  route(app, context, on.withdrawMandate, ({ session, params, requestId }) =>
    withdrawMandate(context, { session, id: parseId("mdt", params.id), requestId }),
  );
}
