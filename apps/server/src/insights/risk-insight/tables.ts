import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["insight_reader"],
  reads: [
    "card",
    "customer",
    "ledger.movement",
    "ledger.movement_state",
    "risk_strategy",
    "risk_strategy_version",
  ],
});
