import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["programme_rule_hit"],
  reads: [
    "card",
    "customer",
    "programme_rule_version",
    "risk_counter_base",
    "risk_grant",
    "risk_strategy",
    "risk_strategy_version",
  ],
});
