import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["deposit", "deposit_payment"],
  reads: ["ledger.account"],
});
