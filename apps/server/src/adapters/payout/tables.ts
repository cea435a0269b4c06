import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["sandbox_payout", "sandbox_payout_message", "sandbox_payout_outcome"],
});
