import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["company_acceptance", "legal_acceptance", "legal_version"],
});
