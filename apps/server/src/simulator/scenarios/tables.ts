import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["practice_play", "practice_session"],
  reads: [
    "ledger.account",
    "ledger.balance",
    "ledger.hold",
    "ledger.hold_step",
    "ledger.movement",
    "ledger.movement_state",
    "ledger.transfer",
    "payment_review",
  ],
});
