/** Read only: audit events as the ledger stores and seals them. */
interface AuditRow {
  id: bigint;
  ref: string;
  action: string;
  actor: string;
  customer_id: string | null;
  object: string | null;
  outcome: "ok" | "refused";
  request_id: string | null;
  movement_id: string | null;
  data: Readonly<Record<string, unknown>>;
  created_at: Date;
  xid: bigint;
}

/** Read only: the people. */
interface PersonRow {
  id: string;
  customer_id: string | null;
  username: string;
  role: string;
}

interface SealRow {
  n: bigint;
  from_xid: bigint;
  to_xid: bigint;
}

export type LogsTables = {
  "ledger.audit": AuditRow;
  "ledger.seal": SealRow;
  person: PersonRow;
};

/** One audit event. */
export type StoredRecord = Omit<AuditRow, "xid">;

/** One audit event with its sealed fields opened, if their keys still exist. */
export type OpenedRecord = StoredRecord & { readonly isErased: boolean };
