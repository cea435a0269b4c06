import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type AccountClosingTable = Table<"account_closing">;

type AccountClosingAmountTable = Table<"account_closing_amount">;

export type AccountClosingTables = {
  account_closing: AccountClosingTable;
  account_closing_amount: AccountClosingAmountTable;
  account_closing_link: Table<"account_closing_link">;
};

/** An account closure as the application writes it. */
export type ClosingRow = Omit<
  Selectable<AccountClosingTable>,
  "closed_recorded_at" | "erasure_order"
>;
export type ClosingAmountRow = Selectable<AccountClosingAmountTable>;

/** An account closure with its amounts. */
export interface ClosingWithAmounts {
  readonly row: ClosingRow;
  readonly amounts: readonly ClosingAmountRow[];
}

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<AccountClosingTables> {
  return tx.withTables<AccountClosingTables>();
}
