import * as endpoints from "@tessera/contract/accounts/accounts.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/route.ts";
import { presentSession } from "./accounts.presenter.ts";
import { changePassword } from "./change-password.ts";
import { endOtherSessions, endOwnSession } from "./end-own-session.ts";
import { listSessions } from "./list-sessions.ts";

const MINUTE = 60;
const HOUR = 3_600;

/** A person's own password, and where they are signed in. */
export function registerSecurityRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.changePassword,
    async ({ session, body, requestId }) => ({
      token: await changePassword(context, { session, password: body.password, requestId }),
    }),
    {
      alsoOperators: true,
      limits: [{ bucket: "password", max: 10, windowSeconds: HOUR, by: "customer" }],
    },
  );
  route(
    app,
    context,
    endpoints.listSessions,
    async ({ session }) => ({
      data: (await listSessions(context, session)).map(presentSession),
      nextCursor: null,
    }),
    {
      alsoOperators: true,
      limits: [{ bucket: "sessions", max: 60, windowSeconds: MINUTE, by: "customer" }],
    },
  );
  registerEndings(app, context);
}

function registerEndings(app: FastifyInstance, context: AppContext): void {
  const limit = { bucket: "end-session", max: 30, windowSeconds: MINUTE, by: "customer" } as const;
  const options = { alsoOperators: true, limits: [limit] };
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
