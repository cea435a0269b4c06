import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

/** Read-only: audit events as the ledger stores and seals them. */
type AuditRow = Table<"ledger.audit", { data: Readonly<Record<string, unknown>> }>;

/** Read-only: people. */
type PersonRow = Pick<Table<"person">, "id" | "customer_id" | "username" | "role">;

type SealRow = Pick<Table<"ledger.seal">, "n" | "from_xid" | "to_xid">;

export type LogsTables = {
  "ledger.audit": AuditRow;
  "ledger.seal": SealRow;
  person: PersonRow;
};

/** One audit event. */
export type StoredRecord = Omit<Selectable<AuditRow>, "xid">;

/** An audit event with its sealed fields opened, if their keys still exist. */
export type OpenedRecord = StoredRecord & { readonly isErased: boolean };
