import { declareTables } from "../database/declare-tables.ts";

export const tables = declareTables({
  owns: ["regular_work_failure"],
});
