import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["company", "membership", "membership_invitation", "ownership_handover"],
  reads: ["account_closing", "customer", "erasure", "passkey", "person", "totp_factor"],
});
