import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["session", "session_proof"],
  reads: ["ledger.audit", "membership", "passkey", "person", "totp_factor"],
});
