import { declareTables } from "../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["demo_seed"],
  reads: [
    "database_mark",
    "directory_card",
    "directory_cell",
    "directory_head",
    "directory_name",
    "directory_range",
    "fee_schedule",
    "fee_schedule_cancellation",
    "ledger.account",
    "ledger.balance",
    "ledger.seal",
    "root_key",
    "server_process",
    "tessera_migration",
  ],
  writes: {
    cell: "the cells command opens and closes cells for new customers",
  },
});
