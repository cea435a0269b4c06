import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["asset_booking", "asset_dust"],
  reads: [
    "deposit",
    "deposit_payment",
    "deposit_retraction",
    "ledger.account",
    "ledger.movement",
    "ledger.transfer",
    "withdrawal",
    "withdrawal_quote",
  ],
});
