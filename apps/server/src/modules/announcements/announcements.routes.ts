import { announcementsEndpoints } from "@tessera/contract/announcements/announcements.endpoints";
import type { FastifyInstance } from "fastify";
import { isOperator, type Session } from "../../platform/authentication.ts";
import type { AppContext } from "../../platform/context.ts";
import { parseId } from "../../platform/ids.ts";
import { route } from "../../platform/route.ts";
import { presentRecord } from "./announcements.presenter.ts";
import { changeAnnouncement } from "./change-announcement.ts";
import { type AnnouncementAuthor, createAnnouncement } from "./create-announcement.ts";
import { deleteAnnouncement, deleteAnnouncements } from "./delete-announcements.ts";
import { listActiveAnnouncements } from "./list-active-announcements.ts";
import { getAnnouncement, listAnnouncements } from "./list-announcements.ts";

function viewerOf(session: Session | undefined) {
  if (session === undefined) {
    return "anonymous";
  }
  return isOperator(session) ? "operator" : "customer";
}

function authorOf(call: {
  readonly session: Session;
  readonly requestId: string;
}): AnnouncementAuthor {
  const { userId: authorId, username: actor, role } = call.session;
  return { authorId, actor, role, requestId: call.requestId };
}

export function registerAnnouncementsRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, announcementsEndpoints.listActiveAnnouncements, ({ locale, session }) =>
    listActiveAnnouncements(context, { locale, viewer: viewerOf(session) }),
  );
  route(app, context, announcementsEndpoints.listAnnouncements, ({ query }) =>
    listAnnouncements(context, query),
  );
  route(app, context, announcementsEndpoints.getAnnouncement, ({ params }) =>
    getAnnouncement(context, parseId("ann", params.id)),
  );
  route(app, context, announcementsEndpoints.createAnnouncement, async (call) => {
    const { body: input, idempotencyKey } = call;
    const author = authorOf(call);
    const record = await createAnnouncement(context, { input, idempotencyKey, author });
    return presentRecord(record, context.clock.now());
  });
  route(app, context, announcementsEndpoints.changeAnnouncement, async (call) => {
    const { revision, ...input } = call.body;
    const id = parseId("ann", call.params.id);
    const author = authorOf(call);
    const record = await changeAnnouncement(context, { id, input, revision, author });
    return presentRecord(record, context.clock.now());
  });
  route(app, context, announcementsEndpoints.deleteAnnouncement, async (call) => {
    await deleteAnnouncement(context, parseId("ann", call.params.id), authorOf(call));
    return undefined;
  });
  route(app, context, announcementsEndpoints.deleteAnnouncements, (call) => {
    const { body, idempotencyKey } = call;
    return deleteAnnouncements(context, { ...body, idempotencyKey, author: authorOf(call) });
  });
}
