import type { CurrencyCode } from "@tessera/money";
import type { Table } from "../../platform/database/table.ts";

/** The ledger's movements (read only). */
type LedgerMovementRow = Table<
  "ledger.movement",
  { currency: CurrencyCode; data: Readonly<Record<string, unknown>> }
>;

/**
 * The current state of movements that were open when created or have changed since then (read
 * only).
 */
type LedgerMovementStateRow = Table<"ledger.movement_state">;

type LedgerMovementHistoryRow = Table<"ledger.movement_history">;

type LedgerAccountRow = Pick<Table<"ledger.account">, "id" | "kind">;

export type BillsTables = {
  "ledger.movement": LedgerMovementRow;
  "ledger.movement_state": LedgerMovementStateRow;
  "ledger.movement_history": LedgerMovementHistoryRow;
  "ledger.account": LedgerAccountRow;
};
