import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["currency_exchange", "exchange_quote"],
  reads: ["ledger.account", "ledger.counter", "ledger.movement", "ledger.transfer"],
});
