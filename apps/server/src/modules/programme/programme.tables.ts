import type { CardNetwork, CardType } from "@tessera/contract/cards/cards.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Generated, Selectable } from "kysely";

interface ProgrammeSettingTable {
  version: number;
  withdrawal_review_above_minor: bigint;
  withdrawal_two_above_minor: bigint;
  withdrawal_day_limit_without_factor_minor: bigint;
  withdrawal_day_limit_minor: bigint;
  application_review_above_minor: bigint;
  correction_max_amount_minor: bigint;
  wrong_tries_per_card: number;
  unknown_numbers_per_bin: number;
  changed_by: string;
  changed_at: Date;
}

interface CardSegmentTable {
  id: string;
  position: number;
  network: CardNetwork;
  bin: string;
  type: CardType;
  currency: CurrencyCode;
  per_transaction_limit_minor: bigint;
  daily_limit_minor: bigint;
  monthly_limit_minor: bigint;
  stock: number;
  description_en: string;
  description_zh_cn: string;
  description_zh_tw: string;
  active: boolean;
  opening_fee_minor: bigint | null;
  deposit_basis_points: number | null;
  revision: number;
  changed_by: string;
  changed_at: Date;
  client_key: string | null;
}

interface CardStockChangeTable {
  id: string;
  segment_id: string;
  change: number;
  stock_after: number;
  reason: string;
  changed_by: string;
  changed_at: Date;
  client_key: string;
}

interface FeeScheduleTable {
  version: number;
  effective_from: Date;
  /** In US dollars; in the other currencies too where theirs are null. */
  card_opening_fee_minor: bigint;
  card_opening_fee_currency: CurrencyCode;
  card_opening_fee_cny_minor: bigint | null;
  card_opening_fee_eur_minor: bigint | null;
  card_deposit_basis_points: number;
  withdrawal_basis_points: number;
  created_at: Generated<Date>;
  published_by: string;
  client_key: string | null;
}

interface FeeScheduleCancellationTable {
  version: number;
  cancelled_by: string;
  cancelled_at: Date;
}

export type ProgrammeTables = {
  programme_setting: ProgrammeSettingTable;
  card_segment: CardSegmentTable;
  card_stock_change: CardStockChangeTable;
  fee_schedule: FeeScheduleTable;
  fee_schedule_cancellation: FeeScheduleCancellationTable;
};

export type ProgrammeSettingRow = Selectable<ProgrammeSettingTable>;
export type SegmentRow = Selectable<CardSegmentTable>;
export type StockChangeRow = Selectable<CardStockChangeTable>;
export type FeeRow = Selectable<FeeScheduleTable>;
