import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: [
    "programme_rule",
    "programme_rule_proposal",
    "programme_rule_version",
    "programme_setting",
  ],
  reads: ["programme_rule_hit"],
});
