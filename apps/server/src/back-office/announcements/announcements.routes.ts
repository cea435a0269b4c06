import { announcementDesk } from "@tessera/contract/back-office/announcement-desk.endpoints";
import { announcementsEndpoints } from "@tessera/contract/back-office/announcements.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { isOperator, type Session } from "../../platform/http/authentication.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { completeBody, isInOneLanguage } from "./announcement-body.policy.ts";
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
  route(app, context, announcementDesk.listAnnouncements, ({ query, locale }) =>
    listAnnouncements(context, query, locale),
  );
  route(app, context, announcementDesk.getAnnouncement, ({ params, locale }) =>
    getAnnouncement(context, parseId("ann", params.id), locale),
  );
  route(app, context, announcementDesk.createAnnouncement, async (call) => {
    const { body, locale, idempotencyKey } = call;
    const record = await createAnnouncement(context, {
      input: completeBody(body, locale),
      inOneLanguage: isInOneLanguage(body),
      idempotencyKey,
      author: authorOf(call),
    });
    return presentRecord(record, context.clock.now(), locale);
  });
  route(app, context, announcementDesk.changeAnnouncement, async (call) => {
    const { body, locale } = call;
    const { revision, ...words } = body;
    const id = parseId("ann", call.params.id);
    const author = authorOf(call);
    const record = await changeAnnouncement(context, {
      id,
      body: words,
      locale,
      revision,
      author,
    });
    return presentRecord(record, context.clock.now(), locale);
  });
  route(app, context, announcementDesk.deleteAnnouncement, async (call) => {
    await deleteAnnouncement(context, parseId("ann", call.params.id), authorOf(call));
    return undefined;
  });
  route(app, context, announcementDesk.deleteAnnouncements, (call) => {
    const { body, idempotencyKey } = call;
    return deleteAnnouncements(context, { ...body, idempotencyKey, author: authorOf(call) });
  });
}
