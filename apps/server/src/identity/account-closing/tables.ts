import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["account_closing", "account_closing_amount", "account_closing_link"],
  reads: [
    "card",
    "card_freeze",
    "deposit",
    "deposit_payment",
    "ledger.account",
    "ledger.balance",
    "ledger.hold",
    "ledger.hold_step",
    "ledger.movement",
    "ledger.movement_state",
    "review_case",
    "support_conversation",
    "withdrawal",
    "withdrawal_quote",
  ],
});
