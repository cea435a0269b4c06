import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["auto_top_up", "auto_top_up_progress", "auto_top_up_run"],
  reads: [
    "account_closing",
    "card",
    "customer",
    "ledger.balance",
    "ledger.counter",
    "ledger.hold",
    "ledger.hold_step",
    "ledger.movement",
    "ledger.transfer",
    "security_hold",
  ],
});
