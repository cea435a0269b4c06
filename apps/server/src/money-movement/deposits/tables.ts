import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["deposit", "deposit_debt", "deposit_payment", "deposit_retraction"],
  reads: ["bank_entry", "ledger.account"],
});
