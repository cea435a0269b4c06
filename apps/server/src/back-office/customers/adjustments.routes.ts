import * as endpoints from "@tessera/contract/back-office/adjustments.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { approveCorrection } from "./approve-adjustment.ts";
import { refuseCorrection, withdrawCorrection } from "./end-adjustment.ts";
import { proposeCorrection } from "./propose-adjustment.ts";
import { CORRECTIONS_LIMIT, getCorrection, listCorrections } from "./read-adjustments.ts";
import type { CorrectionCommand } from "./require-decidable.ts";
import { reviseCorrection } from "./revise-adjustment.ts";

function commandOf(call: {
  readonly session: Session;
  readonly requestId: string;
  readonly params: { readonly id: string };
  readonly body: { readonly revision: number };
}): CorrectionCommand {
  const { session, requestId, params, body } = call;
  return { id: parseId("cor", params.id), revision: body.revision, session, requestId };
}

/** Registers the calls for adjustments, which are under maker-checker control. */
export function registerCorrectionsRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.listCorrections,
    ({ session, query }) => listCorrections(context, { query, reader: session }),
    {
      overCells: {
        orderOf: () => ["desc"],
        defaultLimit: CORRECTIONS_LIMIT,
        restOf: (pages) => ({ waiting: pages.reduce((sum, { waiting }) => sum + waiting, 0) }),
      },
    },
  );
  route(app, context, endpoints.getCorrection, ({ session, params }) =>
    getCorrection(context, { id: parseId("cor", params.id), reader: session }),
  );
  route(app, context, endpoints.proposeCorrection, (call) => {
    const { session, requestId, params, body, idempotencyKey } = call;
    return proposeCorrection(context, { session, requestId, id: params.id, body, idempotencyKey });
  });
  route(app, context, endpoints.reviseCorrection, (call) =>
    reviseCorrection(context, commandOf(call), call.body),
  );
  route(app, context, endpoints.withdrawCorrection, (call) =>
    withdrawCorrection(context, commandOf(call)),
  );
  route(app, context, endpoints.approveCorrection, (call) =>
    approveCorrection(context, commandOf(call)),
  );
  route(app, context, endpoints.refuseCorrection, (call) =>
    refuseCorrection(context, commandOf(call), call.body.note),
  );
}
