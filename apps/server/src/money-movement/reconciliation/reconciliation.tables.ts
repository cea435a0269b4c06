import type { BreakReason } from "@tessera/contract/money-movement/reconciliation.schemas";
import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

/** A line as a break stores it. The amount is decimal text, for JSON. */
export interface StoredLine {
  readonly ref: string;
  readonly asset: string;
  readonly amountMinor: string;
  readonly at: string;
}

type BreakTable = Table<
  "reconciliation_break",
  {
    reason: BreakReason | null;
    ledger_lines: readonly StoredLine[];
    outside_lines: readonly StoredLine[];
  }
>;

export type ReconciliationTables = {
  reconciliation_run: Table<"reconciliation_run">;
  reconciliation_break: BreakTable;
  reconciliation_event: Table<"reconciliation_event">;
};

export type RunRow = Selectable<ReconciliationTables["reconciliation_run"]>;
export type BreakRow = Selectable<BreakTable>;
export type EventRow = Selectable<ReconciliationTables["reconciliation_event"]>;

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<ReconciliationTables> {
  return tx.withTables<ReconciliationTables>();
}
