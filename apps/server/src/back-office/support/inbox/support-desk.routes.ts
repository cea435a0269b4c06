import { supportDeskEndpoints } from "@tessera/contract/back-office/support-desk.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../platform/context.ts";
import { fileOf } from "../../../platform/files/route-file.ts";
import type { Session } from "../../../platform/http/authentication.ts";
import { route } from "../../../platform/http/route.ts";
import { parseId } from "../../../platform/ids.ts";
import { addNote } from "../add-note.ts";
import { readAttachment, uploadAttachment } from "../attachments/attachments.ts";
import { addCounts, countWaiting } from "../count-unread.ts";
import { listDeskMessages } from "../list-messages.ts";
import { markDeskRead } from "../mark-read.ts";
import { replyToCustomer } from "../reply-to-customer.ts";
import { listArticleVotes } from "../vote-on-article.ts";
import {
  changeCannedAnswer,
  createCannedAnswer,
  deleteCannedAnswer,
  listCannedAnswers,
} from "./canned-answers.ts";
import { DESK_LIMIT, getDeskConversation, listDeskConversations } from "./list-desk.ts";
import { listPeople } from "./list-people.ts";
import type { DeskActor } from "./record-act.ts";
import { assignConversation, setDeskStatus, setPriority } from "./steer-conversation.ts";

const UPLOADS = [
  { bucket: "desk-upload-hour", max: 120, windowSeconds: 3_600, by: "customer" },
] as const;
const WRITES = [
  { bucket: "desk-write-minute", max: 60, windowSeconds: 60, by: "customer" },
] as const;

interface ActingCall {
  readonly session: Session;
  readonly requestId: string;
}

function actorOf({ session, requestId }: ActingCall): DeskActor {
  const { userId, username, role } = session;
  return { userId, username, role, requestId };
}

function whichOf(call: ActingCall & { readonly params: { readonly id: string } }) {
  return { actor: actorOf(call), conversationId: parseId("con", call.params.id) };
}

export function registerSupportDeskRoutes(app: FastifyInstance, context: AppContext): void {
  registerConversations(app, context);
  registerFiles(app, context);
  registerAnswers(app, context);
}

function registerConversations(app: FastifyInstance, context: AppContext): void {
  const calls = supportDeskEndpoints;
  const detail = ({
    params,
    locale,
  }: {
    params: { id: string };
    locale: "en" | "zh-CN" | "zh-TW";
  }) => getDeskConversation(context, parseId("con", params.id), locale);
  route(
    app,
    context,
    calls.listDeskConversations,
    ({ session, query }) => listDeskConversations(context, session.userId, query),
    { overCells: { orderOf: () => ["desc", "desc", "desc"], defaultLimit: DESK_LIMIT } },
  );
  route(app, context, calls.getDeskConversation, detail);
  route(app, context, calls.listDeskMessages, ({ params, query }) =>
    listDeskMessages(context, { conversationId: parseId("con", params.id), query }),
  );
  route(
    app,
    context,
    calls.replyToCustomer,
    (call) => {
      const { body, idempotencyKey } = call;
      return replyToCustomer(context, { ...whichOf(call), body, idempotencyKey });
    },
    { limits: WRITES, movesNoMoney: true },
  );
  route(
    app,
    context,
    calls.addNote,
    (call) => {
      const { body, idempotencyKey } = call;
      return addNote(context, { ...whichOf(call), text: body.text, idempotencyKey });
    },
    { limits: WRITES, movesNoMoney: true },
  );
  route(app, context, calls.markDeskRead, async ({ params, body }) => {
    await markDeskRead(context, { conversationId: parseId("con", params.id), upTo: body.upTo });
    return undefined;
  });
  route(app, context, calls.assignConversation, async (call) => {
    await assignConversation(context, { ...whichOf(call), assigneeId: call.body.assigneeId });
    return detail(call);
  });
  route(app, context, calls.setDeskStatus, async (call) => {
    const { status, until } = call.body;
    await setDeskStatus(context, { ...whichOf(call), status, until });
    return detail(call);
  });
  route(app, context, calls.setPriority, async (call) => {
    await setPriority(context, { ...whichOf(call), priority: call.body.priority });
    return detail(call);
  });
  route(app, context, calls.getDeskCounts, ({ session }) => countWaiting(context, session.userId), {
    overCells: { add: (answers) => addCounts(answers.map(({ body }) => body)) },
  });
  route(app, context, calls.listDeskPeople, ({ query }) => listPeople(context, query));
}

function registerFiles(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    supportDeskEndpoints.uploadDeskAttachment,
    ({ session, request }) =>
      uploadAttachment(context, { ownerId: session.userId, ...fileOf(request) }),
    { limits: UPLOADS },
  );
  route(app, context, supportDeskEndpoints.getDeskAttachment, async ({ params, reply }) => {
    const { headers, body } = await readAttachment(context, parseId("att", params.id));
    reply.headers(headers);
    return body;
  });
}

function registerAnswers(app: FastifyInstance, context: AppContext): void {
  const calls = supportDeskEndpoints;
  route(app, context, calls.listCannedAnswers, ({ query }) => listCannedAnswers(context, query));
  route(
    app,
    context,
    calls.createCannedAnswer,
    (call) => {
      const { body, idempotencyKey } = call;
      return createCannedAnswer(context, { actor: actorOf(call), body, idempotencyKey });
    },
    { limits: WRITES, movesNoMoney: true },
  );
  route(app, context, calls.changeCannedAnswer, (call) => {
    const { body, params } = call;
    return changeCannedAnswer(context, {
      actor: actorOf(call),
      id: parseId("ans", params.id),
      body,
    });
  });
  route(app, context, calls.deleteCannedAnswer, async (call) => {
    await deleteCannedAnswer(context, { actor: actorOf(call), id: parseId("ans", call.params.id) });
    return undefined;
  });
  route(app, context, calls.listArticleVotes, ({ query }) => listArticleVotes(context, query));
}
