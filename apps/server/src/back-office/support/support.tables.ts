import type { HelpArticle } from "@tessera/contract/back-office/help-articles.schemas";
import type { Facts } from "@tessera/contract/back-office/support.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type ConversationTable = Table<
  "support_conversation",
  { facts: Facts | null; article: HelpArticle | null }
>;

type MessageTable = Table<"support_message">;

type AttachmentTable = Table<"support_attachment">;

export type AnswerTexts = Partial<Record<Locale, string>>;

type AnswerTable = Table<"support_answer", { texts: AnswerTexts }>;

type VoteTable = Table<"support_article_vote", { article: HelpArticle }>;

/** Read-only: people. */
type PersonTable = Pick<
  Table<"person">,
  "id" | "customer_id" | "username" | "email" | "role" | "locale" | "suspended_at" | "removed_at"
>;

/** Read-only: who stands behind each customer. No column of the view is ever null. */
type ContactView = {
  [Column in keyof Omit<Table<"customer_contact">, "locale">]: NonNullable<
    Table<"customer_contact">[Column]
  >;
} & { locale: Locale };

export type SupportTables = {
  customer_contact: ContactView;
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

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<SupportTables> {
  return tx.withTables<SupportTables>();
}
