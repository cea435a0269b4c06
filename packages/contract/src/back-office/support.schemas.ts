import * as z from "zod/mini";
import { LOCALES } from "../errors/locales.ts";
import { amount, currency, id, line, page, pageQuery, pathId, text, timestamp } from "../fields.ts";
import { FILE_KINDS } from "../files.ts";
import { WITHDRAWAL_STAGES } from "../money-movement/withdrawals.schemas.ts";
import { HELP_ARTICLES } from "./help-articles.schemas.ts";
import { CASE_KINDS, TURNS } from "./reviews.schemas.ts";

/** What a conversation can be about. */
export const ABOUT_KINDS = ["card", "transaction", "withdrawal", "review"] as const;
/**
 * A conversation's status as the customer sees it: waiting for us, waiting for them, or resolved.
 */
export const CONVERSATION_STATUSES = ["open", "answered", "resolved"] as const;

export const MAX_SUBJECT_LENGTH = 120;
export const MAX_MESSAGE_LENGTH = 4_000;
export const MAX_ATTACHMENTS = 5;
export const MAX_FILE_NAME_LENGTH = 120;

/** One line that summarizes the conversation. */
export const subject = line(MAX_SUBJECT_LENGTH, "subject_too_long");

/** The plain text of a message, possibly several lines. */
export const messageText = text(MAX_MESSAGE_LENGTH, "message_too_long");

/** Files uploaded earlier, attached in this order. */
export const attachmentsInput = z
  .array(
    z.strictObject({ id: id("att"), name: line(MAX_FILE_NAME_LENGTH) }, "wrong_type"),
    "wrong_type",
  )
  .check(z.maxLength(MAX_ATTACHMENTS, "too_many_files"));

const about = z.strictObject(
  {
    kind: z.enum(ABOUT_KINDS, "not_allowed"),
    id: pathId,
  },
  "wrong_type",
);

export const aboutQuery = z.strictObject({
  kind: z.enum(ABOUT_KINDS, "not_allowed"),
  id: pathId,
});

/** Known facts about a card, a payment, a withdrawal or a case; never a card number. */
export const facts = z.object({
  kind: z.enum(ABOUT_KINDS),
  id: z.string(),
  /** The merchant, a card's name, or what happened, in the reader's language. */
  title: z.nullable(z.string()),
  /** The card that the subject belongs to, or used to belong to. */
  card: z.nullable(
    z.object({ id: z.string(), last4: z.string(), network: z.string(), type: z.string() }),
  ),
  status: z.string(),
  /** Null if no amount is involved. */
  currency: z.nullable(currency),
  /** The amount requested or moved, signed from the customer's point of view; null for a card. */
  amount: z.nullable(amount),
  fee: z.nullable(amount),
  /** The card's balance. */
  balance: z.nullable(amount),
  /** Why the payment was declined: a code from the decline catalog, with its text. */
  declineCode: z.nullable(z.string()),
  declineMessage: z.nullable(z.string()),
  /** The layers that keep a card frozen. */
  frozenBy: z.array(z.string()),
  /** Present only for a withdrawal. */
  withdrawal: z.optional(
    z.object({
      stage: z.enum(WITHDRAWAL_STAGES),
      /** The network, and the beginning and end of the address: `TRC20 TQ5d8w…k2Xp`. */
      destination: z.string(),
      /** When the cancel window ends. Until then, the customer can always cancel. */
      cancelUntil: timestamp,
      movementId: z.string(),
    }),
  ),
  /** The case itself or, for a withdrawal, its current or past case. */
  case: z.optional(
    z.object({
      id: z.string(),
      kind: z.enum(CASE_KINDS),
      /** Who has to act next; null after a final decision. */
      turn: z.nullable(z.enum(TURNS)),
      /** The deadline for the party that has to act. */
      dueAt: z.nullable(timestamp),
    }),
  ),
  /** When the event happened or, for a card, when it was opened. */
  at: timestamp,
  /** When these facts were read. */
  readAt: timestamp,
});

export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(FILE_KINDS),
  bytes: z.int(),
});

/** An uploaded file, deleted after a day unless it is attached to a message. */
export const uploadedFile = z.object({
  id: z.string(),
  kind: z.enum(FILE_KINDS),
  bytes: z.int(),
});

export const message = z.object({
  id: z.string(),
  from: z.enum(["customer", "support"]),
  /** The plain text, as sent. */
  text: z.string(),
  attachments: z.array(attachment),
  /** Whether the other side has read the message. */
  seen: z.boolean(),
  at: timestamp,
});

export const conversation = z.object({
  id: z.string(),
  subject: z.string(),
  status: z.enum(CONVERSATION_STATUSES),
  /** Number of replies that the customer has not read. */
  unread: z.int(),
  /** The subject, as it was when the conversation started. */
  about: z.nullable(facts),
  article: z.nullable(z.enum(HELP_ARTICLES)),
  lastMessage: z.object({
    from: z.enum(["customer", "support"]),
    text: z.string(),
    attachments: z.int(),
    at: timestamp,
  }),
  createdAt: timestamp,
  resolvedAt: z.nullable(timestamp),
});

export const conversationPage = page(conversation);
/** A page of messages, newest first. */
export const messagePage = page(message);

export const listConversationsQuery = z.strictObject({
  status: z.optional(z.enum(CONVERSATION_STATUSES, "not_allowed")),
  ...pageQuery,
});
export const messagesQuery = z.strictObject(pageQuery);

export const createConversationBody = z.strictObject({
  subject,
  text: messageText,
  about: z.optional(about),
  /** The help article that did not help. */
  article: z.optional(z.enum(HELP_ARTICLES, "not_allowed")),
  attachments: z.optional(attachmentsInput),
});

/** Text, files, or both. */
export const sendMessageBody = z.strictObject({
  text: messageText,
  attachments: z.optional(attachmentsInput),
});

/** Marks messages as read, up to and including this one. */
export const readBody = z.strictObject({ upTo: id("msg") });

/** The number of conversations with unread messages, and the number of unread messages. */
export const unreadCount = z.object({ conversations: z.int(), messages: z.int() });

export const voteBody = z.strictObject({
  article: z.enum(HELP_ARTICLES, "not_allowed"),
  helped: z.boolean("wrong_type"),
  locale: z.enum(LOCALES, "not_allowed"),
});

export type AboutKind = (typeof ABOUT_KINDS)[number];
export type Facts = z.infer<typeof facts>;
export type Attachment = z.infer<typeof attachment>;
export type AttachmentInput = z.output<typeof attachmentsInput>[number];
export type Message = z.infer<typeof message>;
export type Conversation = z.infer<typeof conversation>;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];
export type CreateConversation = z.output<typeof createConversationBody>;
export type SendMessage = z.output<typeof sendMessageBody>;
