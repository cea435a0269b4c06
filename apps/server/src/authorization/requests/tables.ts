import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["open_hold_question", "unknown_number_burst", "unknown_number_try"],
  reads: ["card_segment", "ledger.hold", "ledger.hold_step", "ledger.movement"],
});
