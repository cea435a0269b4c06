import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["custodian_feed", "custodian_transfer"],
});
