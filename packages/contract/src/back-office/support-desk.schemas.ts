import * as z from "zod/mini";
import { LOCALES } from "../errors/locales.ts";
import {
  cellsAnswered,
  id,
  line,
  ofCell,
  page,
  pageOverCells,
  pageQuery,
  pathId,
  text,
  timeInput,
  timestamp,
} from "../fields.ts";
import { HELP_ARTICLES } from "./help-articles.schemas.ts";
import { attachment, attachmentsInput, facts, messageText } from "./support.schemas.ts";

/**
 * The status of a conversation in the inbox. `pending` waits for the customer; `snoozed` returns at
 * a set time. A message from the customer reopens a conversation in any status.
 */
export const DESK_STATUSES = ["open", "pending", "snoozed", "resolved"] as const;
/** Priorities from least to most urgent. */
export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;
/** Placeholders in a saved reply, filled in from the conversation where the reply is used. */
export const ANSWER_VARIABLES = ["name", "last4", "amount", "merchant"] as const;

export const MAX_ANSWER_NAME_LENGTH = 60;
export const MAX_ANSWERS = 200;

const person = z.object({ id: z.string(), username: z.string() });

export const deskMessage = z.object({
  id: z.string(),
  /** A `note` is internal and never shown to the customer. */
  kind: z.enum(["message", "note"]),
  from: z.enum(["customer", "support"]),
  /** The author's username. */
  by: z.string(),
  text: z.string(),
  attachments: z.array(attachment),
  seen: z.boolean(),
  at: timestamp,
});

export const deskConversation = z.object({
  id: z.string(),
  subject: z.string(),
  status: z.enum(DESK_STATUSES),
  priority: z.enum(PRIORITIES),
  customer: z.object({ id: z.string(), username: z.string(), locale: z.enum(LOCALES) }),
  assignee: z.nullable(person),
  snoozedUntil: z.nullable(timestamp),
  /** Number of messages from the customer that no operator has read. */
  unread: z.int(),
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

export const deskConversationPage = pageOverCells(z.extend(deskConversation, { cell: ofCell }));
export const deskMessagePage = page(deskMessage);

/**
 * A conversation and its subject, both as the subject was when the conversation started and as it
 * is now.
 */
export const deskConversationDetail = z.extend(deskConversation, {
  factsNow: z.nullable(facts),
  /** Known values for the placeholders in saved replies. */
  variables: z.partialRecord(z.enum(ANSWER_VARIABLES), z.string()),
});

export const deskQuery = z.strictObject({
  status: z.optional(z.enum(DESK_STATUSES, "not_allowed")),
  assigned: z.optional(z.enum(["me", "nobody"], "not_allowed")),
  unread: z.optional(z.enum(["true"], "not_allowed")),
  priority: z.optional(z.enum(PRIORITIES, "not_allowed")),
  /** A substring of a subject, a message or a customer's name. */
  q: z.optional(text(100)),
  customerId: z.optional(pathId),
  ...pageQuery,
});

export const deskReplyBody = z.strictObject({
  text: messageText,
  attachments: z.optional(attachmentsInput),
  /** The conversation's status after the reply; defaults to `pending`. */
  status: z.optional(z.enum(["open", "pending", "resolved"], "not_allowed")),
});

export const noteBody = z.strictObject({ text: messageText.check(z.minLength(1, "required")) });

/** `null` unassigns the conversation. */
export const assignBody = z.strictObject({ assigneeId: z.nullable(id("usr")) });

export const deskStatusBody = z.strictObject({
  status: z.enum(DESK_STATUSES, "not_allowed"),
  /** When a snoozed conversation returns; used only with the status `snoozed`. */
  until: z.optional(timeInput),
});

export const priorityBody = z.strictObject({ priority: z.enum(PRIORITIES, "not_allowed") });

export const deskPeople = page(person);

/** Counts of conversations waiting in the inbox. */
export const deskCounts = z.object({
  open: z.int(),
  unread: z.int(),
  mine: z.int(),
  unassigned: z.int(),
  cells: cellsAnswered,
});

export const cannedAnswer = z.object({
  id: z.string(),
  name: z.string(),
  texts: z.partialRecord(z.enum(LOCALES), z.string()),
  revision: z.int(),
  changedBy: z.string(),
  changedAt: timestamp,
});
export const cannedAnswers = page(cannedAnswer);

const answerText = messageText.check(z.minLength(1, "required"));
const answer = {
  name: line(MAX_ANSWER_NAME_LENGTH),
  /** The text, in at least one language. */
  texts: z.strictObject(
    {
      "zh-CN": z.optional(answerText),
      "zh-TW": z.optional(answerText),
      en: z.optional(answerText),
    },
    "wrong_type",
  ),
};
export const createAnswerBody = z.strictObject(answer);
export const changeAnswerBody = z.strictObject({
  ...answer,
  /** The revision that the edit is based on. */
  revision: z.int("wrong_type").check(z.minimum(1, "out_of_range"), z.maximum(1_000_000)),
});

/** How many readers found each article helpful, and how many did not. */
export const articleVotes = page(
  z.object({ article: z.enum(HELP_ARTICLES), helped: z.int(), unhelped: z.int() }),
);

export type DeskMessage = z.infer<typeof deskMessage>;
export type ListedConversation = z.infer<typeof deskConversationPage>["data"][number];
export type DeskConversation = z.infer<typeof deskConversation>;
export type DeskConversationDetail = z.infer<typeof deskConversationDetail>;
export type DeskStatus = (typeof DESK_STATUSES)[number];
export type Priority = (typeof PRIORITIES)[number];
export type DeskQuery = z.output<typeof deskQuery>;
export type DeskReply = z.output<typeof deskReplyBody>;
export type CannedAnswer = z.infer<typeof cannedAnswer>;
export type AnswerInput = z.output<typeof createAnswerBody>;
export type AnswerVariable = (typeof ANSWER_VARIABLES)[number];
