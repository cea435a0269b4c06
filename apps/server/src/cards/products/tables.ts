import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["card_segment", "card_stock_change"],
  reads: ["card", "cell"],
});
