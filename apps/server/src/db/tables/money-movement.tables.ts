import type { CurrencyCode } from "@tessera/money";
import type { ColumnType } from "kysely";
import type { ChainNetwork } from "../../adapters/chain/chain-provider.ts";
import type { PaymentNote } from "../../money-movement/deposits/deposit.policy.ts";
import type { Table } from "../../platform/database/table.ts";

type RateSheetRow = Table<
  "rate_sheet",
  {
    others_per_euro: ColumnType<Readonly<Record<string, string>> | null, string, string>;
    held_back_per_euro: ColumnType<
      Readonly<Record<string, { before: string; jumped: string }>> | null,
      string,
      string
    >;
  }
>;

type RateSourceRow = Table<"rate_source">;

type UsdtRateRow = Table<"usdt_rate">;

type DepositRow = Table<"deposit">;

type DepositPaymentRow = Table<"deposit_payment", { network: ChainNetwork; notes: PaymentNote[] }>;

type DepositDebtRow = Table<"deposit_debt">;

type DepositRetractionRow = Table<"deposit_retraction">;

type AssetSnapshotRow = Table<"asset_snapshot">;

/** Read-only: the ledger's rows for customers' accounts. */
type LedgerAccountRow = Table<
  "ledger.account",
  { kind: "account" | "card" | "receivable"; currency: CurrencyCode }
>;

/** Read-only: which ledger accounts are a customer's own, rather than a card's. */
type CustomerAccountRow = Pick<Table<"customer_account">, "account_id">;

type LedgerBalanceRow = Pick<Table<"ledger.balance">, "account_id" | "posted" | "held">;

export type WalletTables = {
  rate_sheet: RateSheetRow;
  rate_source: RateSourceRow;
  usdt_rate: UsdtRateRow;
  deposit: DepositRow;
  deposit_payment: DepositPaymentRow;
  deposit_debt: DepositDebtRow;
  deposit_retraction: DepositRetractionRow;
  asset_snapshot: AssetSnapshotRow;
  customer_account: CustomerAccountRow;
  "ledger.account": LedgerAccountRow;
  "ledger.balance": LedgerBalanceRow;
};
