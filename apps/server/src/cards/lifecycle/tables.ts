import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: [
    "card",
    "card_closing",
    "card_debt",
    "card_freeze",
    "card_freeze_all",
    "card_standing",
    "card_wrong_try",
  ],
  reads: [
    "card_application",
    "card_quote",
    "card_replacement",
    "card_segment",
    "issuer_card",
    "ledger.account",
    "ledger.counter",
    "ledger.movement",
    "ledger.movement_state",
    "ledger.movement_view",
    "ledger.transfer",
    "programme_rule_version",
  ],
});
