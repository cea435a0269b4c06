import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["customer", "customer_account", "person"],
  reads: [
    "account_closing",
    "company",
    "database_mark",
    "directory_name",
    "membership",
    "passkey",
    "totp_factor",
  ],
});
