import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["email_change"],
  reads: ["card", "customer"],
});
