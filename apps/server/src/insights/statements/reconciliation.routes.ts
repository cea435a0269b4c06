import { reconciliationEndpoints } from "@tessera/contract/insights/statements.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { cancelExport } from "./cancel-export.ts";
import { type Asker, createExport } from "./create-export.ts";
import { getExport } from "./get-export.ts";
import { listExports } from "./list-exports.ts";
import { readExportFile } from "./read-file.ts";

/** Low, since each export may read all of a customer's movements. */
const ASKING = [
  { bucket: "export-hour", max: 30, windowSeconds: 3_600, by: "customer" },
  { bucket: "export-day", max: 100, windowSeconds: 86_400, by: "customer" },
] as const;
const FETCHING = [{ bucket: "export-file", max: 30, windowSeconds: 600, by: "customer" }] as const;

interface AskingCall {
  readonly session: { readonly customerId: string; readonly username: string };
  readonly requestId: string;
}

/** Returns the person making the request, for the audit log. */
function askerOf({ session, requestId }: AskingCall): Asker {
  return { customerId: session.customerId, actor: session.username, requestId };
}

export function registerReconciliationRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    reconciliationEndpoints.createExport,
    (call) => {
      const { body, locale, idempotencyKey } = call;
      return createExport(context, { ...askerOf(call), body, locale, idempotencyKey });
    },
    { limits: ASKING },
  );
  route(app, context, reconciliationEndpoints.listExports, ({ session, query }) =>
    listExports(context, { customerId: session.customerId, query }),
  );
  route(app, context, reconciliationEndpoints.getExport, ({ session, params }) =>
    getExport(context, session.customerId, parseId("exp", params.id)),
  );
  route(app, context, reconciliationEndpoints.cancelExport, (call) =>
    cancelExport(context, { ...askerOf(call), id: parseId("exp", call.params.id) }),
  );
  route(
    app,
    context,
    reconciliationEndpoints.getExportFile,
    async (call) => {
      const id = parseId("exp", call.params.id);
      const { headers, body } = await readExportFile(context, { ...askerOf(call), id });
      call.reply.headers(headers);
      return body;
    },
    { limits: FETCHING },
  );
}
