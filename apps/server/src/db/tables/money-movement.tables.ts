import type { CurrencyCode } from "@tessera/money";
import type { Generated } from "kysely";
import type { ChainNetwork } from "../../adapters/chain/chain-provider.ts";
import type { PaymentNote } from "../../money-movement/deposits/deposit.policy.ts";
import type { RateFault } from "../../money-movement/exchange/rate-bounds.policy.ts";

interface RateSheetRow {
  provider: string;
  rated_at: Date;
  source: string;
  usd_per_euro: bigint;
  cny_per_euro: bigint;
  fetched_at: Date;
}

interface RateSourceRow {
  provider: string;
  asked_at: Date;
  failed_at: Date | null;
  fault: Generated<RateFault | null>;
  held_back: Generated<unknown>;
}

interface UsdtRateRow {
  provider: string;
  rated_at: Date;
  source: string;
  dollars_scaled: bigint;
  fetched_at: Date;
}

interface DepositRow {
  id: string;
  customer_id: string;
  client_key: string;
  slot: number | null;
  asset: "USDT";
  network: ChainNetwork;
  address: string;
  /** Whose address it is; null in rows from before this was stored. */
  chain_account: string | null;
  confirmations_required: number;
  amount_minor: bigint;
  currency: CurrencyCode;
  rate_scaled: bigint;
  rated_at: Date;
  rate_source: string | null;
  spread_basis_points: number;
  credit_minor: bigint;
  status: "pending" | "completed" | "expired" | "cancelled";
  movement_id: string;
  created_at: Date;
  expires_at: Date;
  seen_at: Date | null;
  closed_at: Date | null;
}

interface DepositPaymentRow {
  id: string;
  deposit_id: string;
  customer_id: string;
  network: ChainNetwork;
  transaction_hash: string;
  log_index: number;
  amount_minor: bigint;
  rate_scaled: bigint;
  credit_minor: bigint;
  notes: PaymentNote[];
  confirmations: number;
  movement_id: string;
  credit_movement_id: string | null;
  seen_at: Date;
  credited_at: Date | null;
  held: "reviewing" | "returned" | null;
  unpriced: Generated<boolean>;
}

interface AssetSnapshotRow {
  customer_id: string;
  taken_at: Date;
  holdings: unknown;
}

/** Read only: what the ledger keeps of customers' accounts. */
interface LedgerAccountRow {
  id: bigint;
  customer_id: string | null;
  kind: "account" | "card" | "receivable";
  currency: CurrencyCode;
}

interface LedgerBalanceRow {
  account_id: bigint;
  posted: bigint;
  held: bigint;
}

export type WalletTables = {
  rate_sheet: RateSheetRow;
  rate_source: RateSourceRow;
  usdt_rate: UsdtRateRow;
  deposit: DepositRow;
  deposit_payment: DepositPaymentRow;
  asset_snapshot: AssetSnapshotRow;
  "ledger.account": LedgerAccountRow;
  "ledger.balance": LedgerBalanceRow;
};
