import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** The state of a request; all but the first two are final. */
export type EmailChangeStatus =
  | "code_sent"
  | "reviewing"
  | "applied"
  | "rejected"
  | "cancelled"
  | "expired"
  | "taken"
  | "restored";

interface EmailChangeColumns {
  id: string;
  customer_id: string;
  person_id: string;
  old_email: string;
  new_email: string;
  status: EmailChangeStatus;
  session_id: string;
  factor: "password" | "totp" | "recovery" | "passkey";
  requested_at: Date;
  expires_at: Date;
  case_id: string | null;
  ended_at: Date | null;
}

export type EmailChangeRow = Selectable<EmailChangeColumns>;

type EmailChangeTables = {
  email_change: EmailChangeColumns;
  card: { customer_id: string; status: string };
  customer: { id: string; created_at: Date };
};

/** Returns the transaction typed with the tables of email changes. */
export function tables(tx: Tx): Kysely<EmailChangeTables> {
  return tx.withTables<EmailChangeTables>();
}
