import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["bank_trade", "currency_exchange", "exchange_quote"],
  reads: ["proposal", "ledger.account", "ledger.counter", "ledger.movement", "ledger.transfer"],
});
