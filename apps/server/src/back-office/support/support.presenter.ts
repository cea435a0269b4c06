import type {
  Attachment,
  Conversation,
  ConversationStatus,
  Message,
} from "@tessera/contract/back-office/support.schemas";
import {
  type CannedAnswer,
  type DeskConversation,
  type DeskMessage,
  type DeskStatus,
  PRIORITIES,
} from "@tessera/contract/back-office/support-desk.schemas";
import { wireId } from "../../platform/ids.ts";
import type { ConversationView } from "./conversations.repository.ts";
import type { WrittenMessage } from "./messages.repository.ts";
import type { AnswerRow, AttachmentRow, ConversationRow } from "./support.tables.ts";

/** Length of a message excerpt in a list. */
const EXCERPT_LENGTH = 160;

/** A conversation's status as its customer sees it. Does not reveal snoozing. */
export const CUSTOMERS_STATUS: Readonly<Record<DeskStatus, ConversationStatus>> = {
  open: "open",
  snoozed: "open",
  pending: "answered",
  resolved: "resolved",
};

function lastMessageOf(view: ConversationView): Conversation["lastMessage"] {
  return {
    from: view.last_from_desk ? "support" : "customer",
    text: view.last_text.slice(0, EXCERPT_LENGTH).toWellFormed(),
    attachments: Number(view.last_attachments ?? 0),
    at: view.last_at.toISOString(),
  };
}

/** Presents a conversation to its customer. */
export function presentConversation(view: ConversationView): Conversation {
  return {
    id: wireId("con", view.id),
    subject: view.subject,
    status: CUSTOMERS_STATUS[view.status],
    unread: view.customer_unread,
    about: view.facts,
    article: view.article,
    lastMessage: lastMessageOf(view),
    createdAt: view.created_at.toISOString(),
    resolvedAt: view.resolved_at?.toISOString() ?? null,
  };
}

function presentAttachment({ id, name, kind, bytes }: AttachmentRow): Attachment {
  return { id: wireId("att", id), name: name ?? "", kind, bytes };
}

/** Presents a message to its customer. A reply from support does not show the operator's name. */
export function presentMessage(
  row: WrittenMessage,
  attachments: readonly AttachmentRow[],
  read: Pick<ConversationRow, "customer_read_seq" | "desk_read_seq">,
): Message {
  const readSeq = row.from_desk ? read.customer_read_seq : read.desk_read_seq;
  return {
    id: wireId("msg", row.id),
    from: row.from_desk ? "support" : "customer",
    text: row.text,
    attachments: attachments.map(presentAttachment),
    seen: row.seq <= readSeq,
    at: row.created_at.toISOString(),
  };
}

/** Presents a message or a note to operators. */
export function presentDeskMessage(
  row: WrittenMessage,
  attachments: readonly AttachmentRow[],
  read: Pick<ConversationRow, "customer_read_seq" | "desk_read_seq">,
): DeskMessage {
  return { ...presentMessage(row, attachments, read), kind: row.kind, by: row.writer };
}

/** Presents a conversation to operators. */
export function presentDeskConversation(view: ConversationView): DeskConversation {
  const { assignee_id: assigneeId, assignee_name: assignee } = view;
  return {
    id: wireId("con", view.id),
    subject: view.subject,
    status: view.status,
    priority: PRIORITIES[view.priority] ?? "normal",
    customer: {
      id: wireId("cus", view.customer_id),
      username: view.customer_name,
      locale: view.customer_locale,
    },
    assignee:
      assigneeId === null || assignee === null
        ? null
        : { id: wireId("usr", assigneeId), username: assignee },
    snoozedUntil: view.snoozed_until?.toISOString() ?? null,
    unread: view.desk_unread,
    about: view.facts,
    article: view.article,
    lastMessage: lastMessageOf(view),
    createdAt: view.created_at.toISOString(),
    resolvedAt: view.resolved_at?.toISOString() ?? null,
  };
}

export function presentAnswer(row: AnswerRow): CannedAnswer {
  return {
    id: wireId("ans", row.id),
    name: row.name,
    texts: row.texts,
    revision: row.revision,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
  };
}
