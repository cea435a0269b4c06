import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["operator_invitation", "proposal"],
  reads: ["passkey", "totp_factor"],
  writes: {
    person: "suspends and removes operators, and changes their roles",
  },
});
