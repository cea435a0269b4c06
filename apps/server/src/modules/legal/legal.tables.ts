import type { CurrencyCode } from "@tessera/money";
import type { Selectable } from "kysely";

interface FeeScheduleTable {
  version: number;
  effective_from: Date;
  card_opening_fee_minor: bigint;
  card_opening_fee_currency: CurrencyCode;
  card_deposit_basis_points: number;
  withdrawal_basis_points: number;
}

interface FeeScheduleCancellationTable {
  version: number;
}

export type LegalTables = {
  fee_schedule: FeeScheduleTable;
  fee_schedule_cancellation: FeeScheduleCancellationTable;
};

export type FeeScheduleRow = Selectable<FeeScheduleTable>;
