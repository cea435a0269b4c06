import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  reads: ["company", "ledger.audit", "ledger.seal", "person"],
});
