import type { BankEntryState } from "@tessera/contract/money-movement/bank.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type BankEntryTable = Table<"bank_entry", { currency: CurrencyCode; state: BankEntryState }>;

export type BankTables = {
  bank_account: Table<"bank_account", { currency: CurrencyCode }>;
  bank_entry: BankEntryTable;
  bank_reference: Table<"bank_reference", { currency: CurrencyCode }>;
  bank_statement: Table<"bank_statement", { currency: CurrencyCode }>;
};

export type EntryRow = Selectable<BankEntryTable>;
export type StatementRow = Selectable<BankTables["bank_statement"]>;
export type AccountRow = Selectable<BankTables["bank_account"]>;

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<BankTables> {
  return tx.withTables<BankTables>();
}
