import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["cell", "database_mark", "practice_mark"],
  reads: [
    "customer",
    "demo_seed",
    "idempotency_answer",
    "ledger.audit",
    "ledger.movement",
    "ledger.seal",
    "person",
    "root_key",
    "sandbox_chain_transfer",
    "sandbox_clock",
    "sandbox_mail",
    "sandbox_payout",
    "sandbox_payout_outcome",
  ],
});
