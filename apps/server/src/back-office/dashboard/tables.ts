import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["account_stop", "board_hour", "board_progress", "seal_verification", "standing_check"],
  reads: [
    "card",
    "card_quote",
    "jobs.queue",
    "ledger.account",
    "ledger.balance",
    "ledger.hold",
    "ledger.movement",
    "ledger.seal",
    "ledger.transfer",
  ],
});
