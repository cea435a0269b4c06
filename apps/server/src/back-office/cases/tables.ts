import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["review_approval", "review_case", "review_document", "review_flag", "review_step"],
});
