import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: [
    "risk_grant",
    "risk_hit",
    "risk_strategy",
    "risk_strategy_change",
    "risk_strategy_version",
  ],
  reads: ["card", "ledger.counter"],
  writes: {
    customer: "raises its risk_revision in the transaction that changes the rules",
  },
});
