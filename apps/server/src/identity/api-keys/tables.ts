import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["api_key", "api_key_call", "api_key_ceiling", "api_key_text"],
  reads: ["account_closing", "customer", "person"],
});
