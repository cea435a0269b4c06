import { getProfile } from "@tessera/contract/identity/accounts.endpoints";
import * as security from "@tessera/contract/identity/security.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { presentProfile } from "../people/index.ts";
import { changeUsername } from "./change-username.ts";
import { readActingProfile } from "./read-acting-profile.ts";

const MINUTE = 60;
const DAY = 86_400;

/**
 * Registers the calls for the profile and the username. Only customers can change their username,
 * since audit events identify operators by username.
 */
export function registerProfileRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, getProfile, ({ session }) => readActingProfile(context, session));
  route(
    app,
    context,
    security.changeUsername,
    async ({ session, body, requestId }) =>
      presentProfile(
        await changeUsername(context, { session, username: body.username, requestId }),
      ),
    {
      // Failed attempts count too, since each one reveals whether a name is taken.
      limits: [
        { bucket: "username", max: 8, windowSeconds: DAY, by: "customer" },
        { bucket: "username-address", max: 5, windowSeconds: MINUTE, by: "ip" },
      ],
    },
  );
}
