import type { HelpArticle } from "@tessera/contract/back-office/help-articles.schemas";
import type { Facts } from "@tessera/contract/back-office/support.schemas";
import type { DeskStatus } from "@tessera/contract/back-office/support-desk.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { FileKind } from "@tessera/contract/files";
import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { Generated, Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";

interface ConversationTable {
  id: string;
  customer_id: string;
  subject: string;
  status: DeskStatus;
  priority: Generated<number>;
  assignee_id: string | null;
  snoozed_until: Date | null;
  facts: Facts | null;
  article: HelpArticle | null;
  last_seq: number;
  last_message_id: string;
  last_at: Date;
  customer_read_seq: Generated<number>;
  desk_read_seq: Generated<number>;
  customer_unread: Generated<number>;
  desk_unread: Generated<number>;
  mail_due_at: Date | null;
  mailed_at: Date | null;
  created_at: Date;
  resolved_at: Date | null;
  client_key: string;
}

interface MessageTable {
  id: string;
  conversation_id: string;
  seq: number;
  kind: "message" | "note";
  from_desk: boolean;
  person_id: string;
  text: string;
  created_at: Date;
  client_key: string;
}

interface AttachmentTable {
  id: string;
  owner_id: string;
  message_id: string | null;
  place: number | null;
  name: string | null;
  kind: FileKind;
  bytes: number;
  /** Null if they are outside the database. */
  sealed: Buffer | null;
  /** The wrapped key of bytes outside the database; null if they are in the row. */
  wrapped_key: Buffer | null;
  created_at: Date;
}

export type AnswerTexts = Partial<Record<Locale, string>>;

interface AnswerTable {
  id: string;
  name: string;
  texts: AnswerTexts;
  revision: number;
  changed_by: string;
  changed_at: Date;
  deleted_at: Date | null;
  client_key: string;
}

interface VoteTable {
  article: HelpArticle;
  customer_id: string;
  helped: boolean;
  locale: Locale;
  voted_at: Date;
}

/** Read only: the people. */
interface PersonTable {
  id: string;
  customer_id: string | null;
  username: string;
  email: string;
  role: Role;
  locale: Locale;
  suspended_at: Date | null;
  removed_at: Date | null;
}

export type SupportTables = {
  support_conversation: ConversationTable;
  support_message: MessageTable;
  support_attachment: AttachmentTable;
  support_answer: AnswerTable;
  support_article_vote: VoteTable;
  person: PersonTable;
};

export type ConversationRow = Selectable<ConversationTable>;
export type MessageRow = Selectable<MessageTable>;
export type AttachmentRow = Omit<Selectable<AttachmentTable>, "sealed" | "wrapped_key">;
export type AnswerRow = Selectable<AnswerTable>;

/** Returns the transaction with this module's tables. */
export function tables(tx: Tx): Kysely<SupportTables> {
  return tx.withTables<SupportTables>();
}
