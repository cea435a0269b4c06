import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["bank_trade", "currency_exchange", "exchange_quote"],
  reads: [
    "asset_booking",
    "proposal",
    "ledger.account",
    "ledger.counter",
    "ledger.movement",
    "ledger.transfer",
  ],
});
