import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["payment_note", "receipt", "receipt_payment"],
  reads: ["ledger.movement"],
});
