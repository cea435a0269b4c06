import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["card_holder", "card_replacement", "issuer_card"],
  reads: ["card_secret", "database_mark", "directory_card", "ledger.counter"],
  writes: {
    card_segment: "takes a card out of stock in the transaction that issues it",
    customer: "raises its risk_revision, because a replacement changes what rules apply to",
    risk_counter_base: "carries what was spent over to the replacement card",
  },
});
