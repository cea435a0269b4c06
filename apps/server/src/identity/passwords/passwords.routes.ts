import * as accounts from "@tessera/contract/identity/accounts.endpoints";
import * as security from "@tessera/contract/identity/security.endpoints";
import type { FastifyInstance } from "fastify";
import { cellRoutes } from "../../platform/cells/cell-routes.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { changePassword } from "./change-password.ts";
import { resetPassword } from "./reset-password.ts";

const HOUR = 3_600;

/** Registers the calls to change a password and to reset a forgotten one. */
export function registerPasswordsRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    security.changePassword,
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
    accounts.resetPassword,
    async ({ body, requestId }) => {
      await resetPassword(context, { ...body, requestId });
      return { status: "reset" as const };
    },
    {
      cellOf: ({ body }) => context.use(cellRoutes).ofName(body.email),
      limits: [
        { bucket: "reset", max: 30, windowSeconds: HOUR, by: "ip" },
        { bucket: "reset-code", max: 25, windowSeconds: HOUR, by: ({ body }) => body.email },
      ],
    },
  );
}
