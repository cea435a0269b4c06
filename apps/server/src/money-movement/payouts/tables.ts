import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: [
    "payout_address",
    "payout_event",
    "payout_instruction",
    "withdrawal",
    "withdrawal_alarm",
    "withdrawal_appeal",
    "withdrawal_quote",
    "withdrawal_step",
  ],
  reads: [
    "customer",
    "ledger.account",
    "ledger.counter",
    "ledger.hold",
    "ledger.movement",
    "ledger.movement_view",
    "ledger.transfer",
  ],
});
