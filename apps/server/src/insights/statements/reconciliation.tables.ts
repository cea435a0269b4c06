import type { ExportFailure, ExportStatus } from "@tessera/contract/insights/statements.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Generated, Selectable } from "kysely";
import type { ExportQuestion } from "./export-question.policy.ts";

/** The totals of a currency, amounts in minor units as text. */
export interface StoredTotal {
  readonly currency: CurrencyCode;
  readonly openingMinor: string;
  readonly movementsMinor: string;
  readonly otherKindsMinor: string;
  readonly closingMinor: string;
  readonly rows: number;
}

interface ExportTable {
  id: string;
  customer_id: string;
  client_key: string;
  question: ExportQuestion;
  starts_at: Date;
  ends_at: Date;
  status: Generated<ExportStatus>;
  attempt: Generated<number>;
  leased_until: Date | null;
  rows_done: Generated<bigint>;
  rows_total: bigint | null;
  bytes: bigint | null;
  sha256: Buffer | null;
  totals: readonly StoredTotal[] | null;
  failure: ExportFailure | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

interface ChunkTable {
  export_id: string;
  attempt: number;
  n: number;
  body: Buffer;
}

/** Read only: the owners of accounts. */
interface LedgerAccountRow {
  id: bigint;
  customer_id: string | null;
  kind: string;
  currency: CurrencyCode;
}

interface CardRow {
  id: string;
  customer_id: string;
  card_account: bigint;
  receivable_account: bigint;
  nickname: string | null;
  last4: string;
  currency: CurrencyCode;
  created_at: Date;
}

export type ReconciliationTables = {
  reconciliation_export: ExportTable;
  reconciliation_chunk: ChunkTable;
  "ledger.account": LedgerAccountRow;
  card: CardRow;
};

export type ExportRow = Selectable<ExportTable>;
