import { announcementsEndpoints } from "@tessera/contract/announcements/announcements.endpoints";
import type { FastifyInstance } from "fastify";
import { isOperator, type Session } from "../../platform/authentication.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/route.ts";
import { listActiveAnnouncements } from "./list-active-announcements.ts";

function viewerOf(session: Session | undefined) {
  if (session === undefined) {
    return "anonymous";
  }
  return isOperator(session) ? "operator" : "customer";
}

export function registerAnnouncementsRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, announcementsEndpoints.listActiveAnnouncements, ({ locale, session }) =>
    listActiveAnnouncements(context, { locale, viewer: viewerOf(session) }),
  );
}
