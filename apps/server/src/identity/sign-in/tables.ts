import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["captcha", "sign_in_failure", "sign_in_network"],
  writes: {
    factor_failure: "deletes failures with those of passwords, whose period is the same",
  },
});
