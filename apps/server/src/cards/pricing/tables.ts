import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["fee_schedule", "fee_schedule_cancellation"],
  reads: ["card_quote", "ledger.movement", "withdrawal", "withdrawal_quote"],
});
