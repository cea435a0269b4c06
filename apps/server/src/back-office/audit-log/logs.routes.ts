import type { Readable } from "node:stream";
import * as endpoints from "@tessera/contract/back-office/logs.endpoints";
import type { AuditPage } from "@tessera/contract/back-office/logs.schemas";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { route } from "../../platform/http/route.ts";
import { AUDIT_FILE, exportRows, fileName, LOG_FILE } from "./export-logs.ts";
import { getAudit, getLog } from "./get-log.ts";
import { AUDIT_LIMIT, listAudit } from "./list-audit.ts";
import { listLogs } from "./list-logs.ts";

const HOUR = 3_600;

/** Sends rows as a file with the given name, streaming the rows as they are read. */
function asFile(reply: FastifyReply, name: string, rows: Readable): Readable {
  reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store");
  return rows;
}

/** Returns whose log a session reads. */
function accountOf({ customerId, member }: Session) {
  return { customerId, isCompany: member !== undefined };
}

export function registerLogsRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, endpoints.listLogs, ({ session, locale, query }) =>
    listLogs(context, { ...accountOf(session), locale, query }),
  );
  route(app, context, endpoints.getLog, ({ session, locale, params }) =>
    getLog(context, { ...accountOf(session), id: params.id, locale }),
  );
  route(
    app,
    context,
    endpoints.exportLogs,
    async ({ session, locale, body, requestId, reply }) => {
      const account = accountOf(session);
      const rows = await exportRows(context, {
        act: "logs.exported",
        session,
        requestId,
        filters: body,
        ...LOG_FILE,
        page: (asked) => listLogs(context, { ...account, locale, query: { ...body, ...asked } }),
      });
      return asFile(reply, fileName("logs", context.clock.now()), rows);
    },
    { limits: [{ bucket: "export", max: 10, windowSeconds: HOUR, by: "customer" }] },
  );
  registerAuditRoutes(app, context);
}

/** Returns until when all cells have searched; nothing if none of them has stopped. */
function searchedTo(pages: readonly AuditPage[]): Pick<AuditPage, "searchedTo"> {
  const latest = pages
    .flatMap((page) => page.searchedTo ?? [])
    .sort()
    .at(-1);
  return latest === undefined ? {} : { searchedTo: latest };
}

function registerAuditRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.listAudit,
    ({ locale, query }) => listAudit(context, { locale, query }),
    { overCells: { orderOf: () => ["desc"], defaultLimit: AUDIT_LIMIT, restOf: searchedTo } },
  );
  route(app, context, endpoints.getAudit, ({ locale, params }) =>
    getAudit(context, { id: params.id, locale }),
  );
  route(
    app,
    context,
    endpoints.exportAudit,
    async ({ session, locale, body, requestId, reply }) => {
      const rows = await exportRows(context, {
        act: "audit.exported",
        session,
        requestId,
        filters: body,
        ...AUDIT_FILE,
        page: (asked) => listAudit(context, { locale, query: { ...body, ...asked } }),
      });
      return asFile(reply, fileName("audit", context.clock.now()), rows);
    },
    { limits: [{ bucket: "audit-export", max: 20, windowSeconds: HOUR, by: "customer" }] },
  );
}
