import { supportEndpoints } from "@tessera/contract/back-office/support.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { fileOf } from "../../platform/files/route-file.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { readAttachment, uploadAttachment } from "./attachments/attachments.ts";
import { countUnread } from "./count-unread.ts";
import { createConversation } from "./create-conversation.ts";
import { readFacts } from "./inbox/read-facts.ts";
import { resolveConversation } from "./inbox/resolve-conversation.ts";
import { getConversation, listConversations } from "./list-conversations.ts";
import { listMessages } from "./list-messages.ts";
import { markRead } from "./mark-read.ts";
import { sendMessage } from "./send-message.ts";
import { voteOnArticle } from "./vote-on-article.ts";

const BEGINS = [
  { bucket: "support-begin-hour", max: 10, windowSeconds: 3_600, by: "customer" },
  { bucket: "support-begin-day", max: 40, windowSeconds: 86_400, by: "customer" },
] as const;
const WRITES = [
  { bucket: "support-write-minute", max: 20, windowSeconds: 60, by: "customer" },
  { bucket: "support-write-day", max: 300, windowSeconds: 86_400, by: "customer" },
] as const;
const UPLOADS = [
  { bucket: "support-upload-hour", max: 30, windowSeconds: 3_600, by: "customer" },
  { bucket: "support-upload-day", max: 100, windowSeconds: 86_400, by: "customer" },
] as const;
const DOWNLOADS = [
  { bucket: "support-download", max: 120, windowSeconds: 600, by: "customer" },
] as const;
const VOTES = [{ bucket: "support-vote", max: 60, windowSeconds: 3_600, by: "customer" }] as const;

function writerOf({ userId, customerId, username }: Session) {
  return { userId, customerId, ownerId: customerId, username };
}

export function registerSupportRoutes(app: FastifyInstance, context: AppContext): void {
  registerConversations(app, context);
  registerFilesAndVotes(app, context);
}

function registerConversations(app: FastifyInstance, context: AppContext): void {
  route(app, context, supportEndpoints.listConversations, ({ session, query }) =>
    listConversations(context, { customerId: session.customerId, query }),
  );
  route(
    app,
    context,
    supportEndpoints.createConversation,
    ({ session, ...call }) => createConversation(context, { ...call, writer: writerOf(session) }),
    { limits: BEGINS, movesNoMoney: true },
  );
  route(app, context, supportEndpoints.getConversation, ({ session, params }) =>
    getConversation(context, session.customerId, parseId("con", params.id)),
  );
  route(app, context, supportEndpoints.listMessages, ({ session, params, query }) =>
    listMessages(context, session.customerId, {
      conversationId: parseId("con", params.id),
      query,
    }),
  );
  route(
    app,
    context,
    supportEndpoints.sendMessage,
    ({ session, params, body, idempotencyKey }) =>
      sendMessage(context, {
        writer: writerOf(session),
        conversationId: parseId("con", params.id),
        body,
        idempotencyKey,
      }),
    { limits: WRITES, movesNoMoney: true },
  );
  route(app, context, supportEndpoints.markRead, ({ session, params, body }) =>
    markRead(context, session.customerId, {
      conversationId: parseId("con", params.id),
      upTo: body.upTo,
    }),
  );
  route(app, context, supportEndpoints.resolveConversation, ({ session, params }) =>
    resolveConversation(context, session.customerId, parseId("con", params.id)),
  );
  route(app, context, supportEndpoints.getUnread, ({ session }) =>
    countUnread(context, session.customerId),
  );
  route(app, context, supportEndpoints.getFacts, ({ session, query, locale }) =>
    readFacts(context, { customerId: session.customerId, locale, ...query }),
  );
}

function registerFilesAndVotes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    supportEndpoints.uploadAttachment,
    ({ session, request }) =>
      uploadAttachment(context, { ownerId: session.customerId, ...fileOf(request) }),
    { limits: UPLOADS },
  );
  route(
    app,
    context,
    supportEndpoints.getAttachment,
    async ({ session, params, reply }) => {
      const id = parseId("att", params.id);
      const { headers, body } = await readAttachment(context, id, session.customerId);
      reply.headers(headers);
      return body;
    },
    { limits: DOWNLOADS },
  );
  route(
    app,
    context,
    supportEndpoints.voteOnArticle,
    ({ session, body }) => voteOnArticle(context, { customerId: session.customerId, ...body }),
    { limits: VOTES },
  );
}
