import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["purchase_mandate"],
  reads: ["api_key", "card", "ledger.balance", "ledger.counter"],
});
