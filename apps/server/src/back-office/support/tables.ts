import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: [
    "support_answer",
    "support_article_vote",
    "support_attachment",
    "support_conversation",
    "support_message",
  ],
  reads: ["customer_contact", "person"],
});
