import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["erasure"],
  reads: ["customer", "person"],
  writes: {
    customer_view: "deletes views whose period has ended",
    sandbox_mail: "deletes mails whose period has ended",
    withdrawal_alarm: "deletes links that have expired",
  },
});
