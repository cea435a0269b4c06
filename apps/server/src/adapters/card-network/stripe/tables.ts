import { declareTables } from "../../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["stripe_authorisation", "stripe_event", "stripe_transaction"],
  reads: ["card", "ledger.movement"],
  writes: {
    issuer_card: "records which statuses Stripe has",
  },
});
