import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["card_application"],
  reads: ["card_segment"],
});
