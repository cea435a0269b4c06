import type { BillingAddress, CardNetwork, CardType } from "@tessera/contract/cards/cards.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Selectable } from "kysely";

interface CardColumns {
  id: string;
  customer_id: string;
  segment_id: string;
  card_account: bigint;
  funding_account: bigint;
  receivable_account: bigint;
  nickname: string | null;
  network: CardNetwork;
  type: CardType;
  currency: CurrencyCode;
  last4: string;
  expiry_month: number;
  expiry_year: number;
  status: "active" | "frozen" | "closed";
  per_transaction_limit_minor: bigint;
  daily_limit_minor: bigint;
  monthly_limit_minor: bigint;
  billing_address: BillingAddress;
  created_at: Date;
}

interface CardTable extends CardColumns {
  frozen_at: Date | null;
  closed_at: Date | null;
}

/** The card with what its accounts hold (a view). */
interface CardStandingView extends CardColumns {
  posted_minor: bigint;
  held_minor: bigint;
  account_status: number;
  suspended: boolean;
  funding_posted_minor: bigint;
  funding_available_minor: bigint;
  owed_minor: bigint;
}

interface CardQuoteTable {
  id: string;
  customer_id: string;
  card_id: string;
  operation: "deposit" | "withdraw";
  amount_minor: bigint;
  fee_minor: bigint;
  fee_basis_points: number;
  fee_schedule_version: number;
  currency: CurrencyCode;
  created_at: Date;
  expires_at: Date;
}

export type CardsTables = {
  card: CardTable;
  card_standing: CardStandingView;
  card_quote: CardQuoteTable;
  card_debt: { card_id: string };
  "ledger.counter": { subject: string; time_window: string; amount: bigint };
};

export type CardRow = Selectable<CardTable>;
export type CardStandingRow = Selectable<CardStandingView>;
export type CardQuoteRow = Selectable<CardQuoteTable>;
