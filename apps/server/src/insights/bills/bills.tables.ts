import type { CurrencyCode } from "@tessera/money";

/** Read only: the ledger's movements. */
interface LedgerMovementRow {
  id: string;
  customer_id: string;
  event_at: Date;
  created_at: Date;
  amount: bigint;
  fee: bigint;
  card_id: string | null;
  parent_id: string | null;
  kind: string;
  status: string;
  currency: CurrencyCode;
  title: string;
  touched: bigint[];
  data: Readonly<Record<string, unknown>>;
}

/** Read only: the current state of movements that were created open or have changed. */
interface LedgerMovementStateRow {
  movement_id: string;
  customer_id: string;
  card_id: string | null;
  kind: string;
  status: string;
  amount: bigint;
  fee: bigint;
  event_at: Date;
}

interface LedgerMovementHistoryRow {
  movement_id: string;
  n: number;
  status: string;
  amount: bigint;
  by_movement_id: string;
  created_at: Date;
}

interface LedgerAccountRow {
  id: bigint;
  kind: string;
}

export type BillsTables = {
  "ledger.movement": LedgerMovementRow;
  "ledger.movement_state": LedgerMovementStateRow;
  "ledger.movement_history": LedgerMovementHistoryRow;
  "ledger.account": LedgerAccountRow;
};
