import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["reserve_reading"],
  reads: [
    "bank_account",
    "evm_transfer",
    "ledger.account",
    "ledger.balance",
    "sandbox_chain_transfer",
    "sandbox_payout",
    "withdrawal",
    "withdrawal_quote",
  ],
});
