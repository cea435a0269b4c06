import { declareTables } from "../database/declare-tables.ts";

export const tables = declareTables({
  owns: ["directory_name"],
});
