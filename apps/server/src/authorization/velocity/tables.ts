import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["risk_counter_base"],
  reads: [
    "card",
    "customer",
    "ledger.counter",
    "ledger.movement",
    "risk_strategy",
    "risk_strategy_change",
    "risk_strategy_version",
  ],
});
