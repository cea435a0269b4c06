import type { CurrencyCode } from "@tessera/money";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";
import type { ExportQuestion } from "./export-question.policy.ts";

/** The totals of one currency, with amounts in minor units as text. */
export interface StoredTotal {
  readonly currency: CurrencyCode;
  readonly openingMinor: string;
  readonly movementsMinor: string;
  readonly otherKindsMinor: string;
  readonly closingMinor: string;
  readonly rows: number;
}

type ExportTable = Table<
  "reconciliation_export",
  { question: ExportQuestion; totals: readonly StoredTotal[] | null }
>;

type ChunkTable = Table<"reconciliation_chunk">;

/** Read-only: the owners of ledger accounts. */
type LedgerAccountRow = Table<"ledger.account", { currency: CurrencyCode }>;

type CardRow = Pick<
  Table<"card">,
  | "id"
  | "customer_id"
  | "card_account"
  | "receivable_account"
  | "nickname"
  | "last4"
  | "currency"
  | "created_at"
>;

export type ReconciliationTables = {
  reconciliation_export: ExportTable;
  reconciliation_chunk: ChunkTable;
  "ledger.account": LedgerAccountRow;
  card: CardRow;
};

export type ExportRow = Selectable<ExportTable>;
