import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: [
    "factor_failure",
    "passkey",
    "passkey_challenge",
    "recovery_code",
    "sign_in_challenge",
    "totp_enrolment",
    "totp_factor",
  ],
  reads: ["person"],
});
