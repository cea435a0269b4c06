import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  reads: [
    "card_secret",
    "card_standing",
    "ledger.account",
    "ledger.counter",
    "ledger.hold",
    "ledger.hold_step",
    "ledger.movement",
    "ledger.movement_history",
    "programme_rule_version",
  ],
});
