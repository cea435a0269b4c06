import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["bank_account", "bank_entry", "bank_import", "bank_reference", "bank_statement"],
  reads: [
    "account_closing",
    "bank_trade",
    "customer",
    "customer_account",
    "ledger.account",
    "ledger.movement",
    "ledger.transfer",
    "review_flag",
  ],
});
