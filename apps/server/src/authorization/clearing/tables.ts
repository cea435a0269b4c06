import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  reads: ["ledger.movement_view"],
});
