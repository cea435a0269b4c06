import type { Locale } from "@tessera/contract/errors/locales";
import type { LegalTextName } from "@tessera/contract/identity/legal-versions";
import type { CurrencyCode } from "@tessera/money";
import type { Selectable } from "kysely";

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
}

interface FeeScheduleCancellationTable {
  version: number;
}

/** How an acceptance came about. */
export type AcceptanceSource = "registration" | "console" | "before_records";

interface LegalAcceptanceTable {
  person_id: string;
  customer_id: string;
  text: LegalTextName;
  version: number;
  locale: Locale;
  text_sha256: string | null;
  accepted_at: Date;
  network: string | null;
  device: string;
  source: AcceptanceSource;
}

export type LegalTables = {
  legal_acceptance: LegalAcceptanceTable;
  fee_schedule: FeeScheduleTable;
  fee_schedule_cancellation: FeeScheduleCancellationTable;
};

export type FeeScheduleRow = Selectable<FeeScheduleTable>;
