import { declareTables } from "../database/declare-tables.ts";

export const tables = declareTables({
  owns: ["customer_event", "event_presence", "event_sequencer"],
  reads: ["ledger.movement"],
  writes: {
    "ledger.outbox": "deletes the ledger's events that it delivered",
  },
});
