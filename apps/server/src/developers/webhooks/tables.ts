import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: [
    "webhook_attempt",
    "webhook_delivery",
    "webhook_endpoint",
    "webhook_event",
    "webhook_feed",
    "webhook_progress",
    "webhook_secret",
  ],
  reads: ["account_closing", "card", "customer", "ledger.seal"],
});
