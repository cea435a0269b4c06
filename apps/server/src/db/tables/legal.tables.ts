import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

type FeeScheduleTable = Pick<
  Table<"fee_schedule">,
  | "version"
  | "effective_from"
  | "card_opening_fee_minor"
  | "card_opening_fee_currency"
  | "card_opening_fee_cny_minor"
  | "card_opening_fee_eur_minor"
  | "card_deposit_basis_points"
  | "withdrawal_basis_points"
  | "foreign_markup_basis_points"
  | "foreign_hold_buffer_basis_points"
>;

type FeeScheduleCancellationTable = Pick<Table<"fee_schedule_cancellation">, "version">;

/** How an acceptance was given. */
export type AcceptanceSource = "registration" | "console" | "before_records";

type LegalAcceptanceTable = Table<"legal_acceptance">;

type LegalVersionTable = Table<"legal_version">;

export type LegalTables = {
  company_acceptance: Table<"company_acceptance">;
  legal_acceptance: LegalAcceptanceTable;
  legal_version: LegalVersionTable;
  fee_schedule: FeeScheduleTable;
  fee_schedule_cancellation: FeeScheduleCancellationTable;
};

export type FeeScheduleRow = Selectable<FeeScheduleTable>;
