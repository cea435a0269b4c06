import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["correction", "customer_contact", "customer_note", "customer_view", "factor_reset"],
  reads: [
    "account_closing",
    "card",
    "company",
    "customer",
    "ledger.account",
    "ledger.balance",
    "ledger.movement",
    "person",
    "security_hold",
  ],
});
