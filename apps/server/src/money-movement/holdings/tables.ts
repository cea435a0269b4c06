import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["asset_snapshot"],
  reads: ["customer_account", "ledger.account", "ledger.balance"],
});
