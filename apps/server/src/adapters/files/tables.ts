import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["file_orphan"],
});
