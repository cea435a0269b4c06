import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["network_unmatched"],
  reads: ["card", "ledger.movement", "ledger.movement_history", "ledger.movement_state"],
});
