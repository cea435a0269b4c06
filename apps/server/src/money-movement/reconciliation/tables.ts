import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["reconciliation_break", "reconciliation_event", "reconciliation_run"],
  reads: [
    "bank_entry",
    "bank_statement",
    "bank_trade",
    "custodian_transfer",
    "deposit",
    "deposit_payment",
    "evm_payout",
    "evm_transfer",
    "ledger.account",
    "ledger.movement",
    "ledger.transfer",
    "payout_instruction",
    "sandbox_chain_transfer",
    "sandbox_payout",
    "stripe_transaction",
    "withdrawal",
    "withdrawal_quote",
  ],
});
