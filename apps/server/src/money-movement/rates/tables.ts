import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["rate_sheet", "rate_source", "usdt_rate"],
});
