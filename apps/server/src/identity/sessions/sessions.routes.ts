import { logout } from "@tessera/contract/identity/accounts.endpoints";
import * as endpoints from "@tessera/contract/identity/security.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { endOtherSessions, endOwnSession } from "./end-own-session.ts";
import { listSessions } from "./list-sessions.ts";
import { presentSession } from "./session.presenter.ts";
import { endSession } from "./sessions.ts";

const MINUTE = 60;

/** Registers the calls that people use to manage their sessions. */
export function registerSessionsRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.listSessions,
    async ({ session, query }) => {
      const { data, nextCursor } = await listSessions(context, session, query);
      return { data: data.map(presentSession), nextCursor };
    },
    {
      limits: [{ bucket: "sessions", max: 60, windowSeconds: MINUTE, by: "customer" }],
    },
  );
  registerLogout(app, context);
  registerEndings(app, context);
}

function registerLogout(app: FastifyInstance, context: AppContext): void {
  route(app, context, logout, async ({ session, requestId, reply }) => {
    await endSession(context, session, requestId);
    // Does not clear "storage", since the theme, language and dismissed announcements should
    // outlast a session.
    reply.header("clear-site-data", '"cache"');
    return undefined;
  });
}

function registerEndings(app: FastifyInstance, context: AppContext): void {
  const limit = { bucket: "end-session", max: 30, windowSeconds: MINUTE, by: "customer" } as const;
  const options = { limits: [limit] };
  route(
    app,
    context,
    endpoints.endSession,
    async ({ session, params, requestId }) => {
      await endOwnSession(context, { session, requestId }, params.id);
      return undefined;
    },
    options,
  );
  route(
    app,
    context,
    endpoints.endOtherSessions,
    async ({ session, requestId }) => ({
      ended: await endOtherSessions(context, { session, requestId }),
    }),
    options,
  );
}
