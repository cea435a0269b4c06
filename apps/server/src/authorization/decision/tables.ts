import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  reads: [
    "ledger.movement",
    "ledger.movement_state",
    "purchase_mandate",
    "risk_hit",
    "risk_strategy",
    "risk_strategy_version",
  ],
});
