import { declareTables } from "../database/declare-tables.ts";

export const tables = declareTables({
  owns: ["person_key", "root_key"],
  reads: ["person"],
});
