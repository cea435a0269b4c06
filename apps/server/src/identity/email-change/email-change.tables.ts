import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** Where a request stands; all but the first two are over. */
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

/** The transaction with the tables that a change of email is read from and written to. */
export function tables(tx: Tx): Kysely<EmailChangeTables> {
  return tx.withTables<EmailChangeTables>();
}
