import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["legal_acceptance", "legal_version"],
});
