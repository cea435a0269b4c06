import { announcementsEndpoints } from "@tessera/contract/announcements/announcements.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/route.ts";
import { listActiveAnnouncements } from "./list-active-announcements.ts";

export function registerAnnouncementsRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, announcementsEndpoints.listActiveAnnouncements, ({ locale }) =>
    listActiveAnnouncements(context, { locale, viewer: "anonymous" }),
  );
}
