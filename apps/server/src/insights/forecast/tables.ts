import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  reads: [
    "ledger.account",
    "ledger.hold",
    "ledger.hold_step",
    "ledger.movement",
    "ledger.movement_state",
  ],
});
