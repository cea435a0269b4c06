import { programEndpoints } from "@tessera/contract/back-office/program.endpoints";
import type { FastifyInstance } from "fastify";
import { cancelFees, publishFees } from "../../cards/pricing/index.ts";
import { changeSegment, changeStock, createSegment } from "../../cards/products/index.ts";
import { PROPOSING } from "../../identity/operators/index.ts";
import { operatorActOf } from "../../platform/audit/operator-act.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { changeSettings } from "./change-settings.ts";
import { previewFees } from "./preview-fees.ts";
import { presentSettings } from "./program.presenter.ts";
import { registerProgramRules } from "./program-rules.routes.ts";
import { proposeSettings } from "./propose-settings.ts";
import {
  readFees,
  readFeeVersion,
  readSegment,
  readSegments,
  readSettings,
} from "./read-program.ts";

export function registerProgramRoutes(app: FastifyInstance, context: AppContext): void {
  registerSegments(app, context);
  registerFees(app, context);
  registerProgramRules(app, context);
  route(app, context, programEndpoints.getSettings, () => readSettings(context));
  route(app, context, programEndpoints.changeSettings, async (call) =>
    presentSettings(await changeSettings(context, call.body, operatorActOf(call))),
  );
  route(
    app,
    context,
    programEndpoints.proposeSettings,
    (call) => {
      const { body, idempotencyKey } = call;
      return proposeSettings(context, { body, idempotencyKey, act: operatorActOf(call) });
    },
    PROPOSING,
  );
}

function registerSegments(app: FastifyInstance, context: AppContext): void {
  route(app, context, programEndpoints.listProgramSegments, ({ query }) =>
    readSegments(context, query),
  );
  route(app, context, programEndpoints.createSegment, async (call) => {
    const { body: input, idempotencyKey } = call;
    const act = operatorActOf(call);
    return readSegment(context, await createSegment(context, { input, idempotencyKey, act }));
  });
  route(app, context, programEndpoints.changeSegment, async (call) => {
    const { revision, ...input } = call.body;
    const id = parseId("seg", call.params.id);
    const act = operatorActOf(call);
    return readSegment(context, await changeSegment(context, { id, input, revision, act }));
  });
  route(app, context, programEndpoints.changeStock, async (call) => {
    const { body: input, idempotencyKey } = call;
    const id = parseId("seg", call.params.id);
    const act = operatorActOf(call);
    return readSegment(context, await changeStock(context, { id, input, idempotencyKey, act }));
  });
}

function registerFees(app: FastifyInstance, context: AppContext): void {
  route(app, context, programEndpoints.listFees, ({ query }) => readFees(context, query));
  route(app, context, programEndpoints.previewFees, ({ body }) => previewFees(context, body));
  route(app, context, programEndpoints.publishFees, async (call) => {
    const { body: input, idempotencyKey } = call;
    const act = operatorActOf(call);
    const { version } = await publishFees(context, { input, idempotencyKey, act });
    return readFeeVersion(context, version);
  });
  route(app, context, programEndpoints.cancelFees, async (call) => {
    const { version } = await cancelFees(context, call.params.id, operatorActOf(call));
    return readFeeVersion(context, version);
  });
}
