import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["reconciliation_chunk", "reconciliation_export"],
  reads: [
    "card",
    "customer",
    "ledger.account",
    "ledger.balance",
    "ledger.movement",
    "ledger.movement_history",
    "ledger.transfer",
  ],
});
