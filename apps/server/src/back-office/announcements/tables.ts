import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["announcement", "announcement_text"],
});
