import type { CurrencyCode } from "@tessera/money";
import type { Table } from "../../platform/database/table.ts";

/** Read-only: the ledger's movements. */
type LedgerMovementRow = Table<
  "ledger.movement",
  { currency: CurrencyCode; data: Readonly<Record<string, unknown>> }
>;

/**
 * Read-only: the current state of movements that were open when created or have changed since then.
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
