import * as endpoints from "@tessera/contract/identity/security.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { changePassword } from "../passwords/index.ts";
import { endOtherSessions, endOwnSession, listSessions } from "../sessions/index.ts";
import { presentProfile, presentSession } from "./accounts.presenter.ts";
import { changeUsername } from "./change-username.ts";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Registers the calls for a person's own password, username and sessions. */
export function registerSecurityRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.changePassword,
    async ({ session, body, requestId }) => ({
      token: await changePassword(context, { session, password: body.password, requestId }),
    }),
    {
      limits: [{ bucket: "password", max: 10, windowSeconds: HOUR, by: "customer" }],
    },
  );
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
  registerUsername(app, context);
  registerEndings(app, context);
}

/**
 * Registers the change of username, for customers only: audit events identify operators by
 * username.
 */
function registerUsername(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.changeUsername,
    async ({ session, body, requestId }) =>
      presentProfile(
        await changeUsername(context, { session, username: body.username, requestId }),
      ),
    {
      // Refused attempts count too, since each reveals whether a name is taken.
      limits: [
        { bucket: "username", max: 8, windowSeconds: DAY, by: "customer" },
        { bucket: "username-address", max: 5, windowSeconds: MINUTE, by: "ip" },
      ],
    },
  );
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
