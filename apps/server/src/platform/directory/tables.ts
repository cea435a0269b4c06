import { declareTables } from "../database/declare-tables.ts";

export const tables = declareTables({
  owns: [
    "directory_card",
    "directory_head",
    "directory_name",
    "directory_range",
    "directory_setting",
  ],
  reads: ["cell"],
});
