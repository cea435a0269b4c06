import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

/** Status of a request. All except the first two are final. */
export type EmailChangeStatus =
  | "code_sent"
  | "reviewing"
  | "applied"
  | "rejected"
  | "cancelled"
  | "expired"
  | "taken"
  | "restored";

type EmailChangeColumns = Table<"email_change">;

export type EmailChangeRow = Selectable<EmailChangeColumns>;

type EmailChangeTables = {
  email_change: EmailChangeColumns;
  card: Pick<Table<"card">, "customer_id" | "status">;
  customer: Pick<Table<"customer">, "id" | "created_at">;
};

/** Returns the transaction typed with the email change tables. */
export function tables(tx: Tx): Kysely<EmailChangeTables> {
  return tx.withTables<EmailChangeTables>();
}
