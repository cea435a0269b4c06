import type { BankEntryState, ImportResult } from "@tessera/contract/money-movement/bank.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { ColumnType, Kysely, Selectable } from "kysely";
import type { StatementProblem } from "../../adapters/bank-statements/statement-problem.ts";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type BankEntryTable = Table<"bank_entry", { currency: CurrencyCode; state: BankEntryState }>;

export type BankTables = {
  bank_import: Table<
    "bank_import",
    {
      statements: ColumnType<ImportResult["statements"], string, string>;
      problems: ColumnType<readonly StatementProblem[], string, string>;
    }
  >;
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
