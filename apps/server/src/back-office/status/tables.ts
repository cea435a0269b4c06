import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["service_hour"],
  reads: ["ledger.movement"],
});
