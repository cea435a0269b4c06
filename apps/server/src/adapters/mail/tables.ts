import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["sandbox_mail"],
  writes: {
    "jobs.job": "reseals queued mails under the current root key",
  },
});
