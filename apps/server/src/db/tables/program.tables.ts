import type {
  ProgrammeRuleMode,
  ProgrammeRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import type { CardNetwork, CardType } from "@tessera/contract/cards/cards.schemas";
import type { LocalisedText } from "@tessera/contract/errors/locales";
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

interface ProgrammeRuleTable {
  id: string;
  kind: ProgrammeRuleTerms["kind"];
  created_by: string;
  created_at: Date;
  client_key: string | null;
}

interface ProgrammeRuleVersionTable {
  rule_id: string;
  version: number;
  revision: number;
  name_en: string;
  name_zh_cn: string;
  name_zh_tw: string;
  mode: ProgrammeRuleMode;
  terms: ProgrammeRuleTerms;
  reason: string;
  changed_by: string;
  approved_by: string | null;
  changed_at: Date;
}

/** What a proposal would make of a rule. */
export interface ProposedRule {
  readonly basedOn: number;
  readonly names: LocalisedText;
  readonly terms: ProgrammeRuleTerms;
  readonly mode: ProgrammeRuleMode;
}

interface ProgrammeRuleProposalTable {
  id: string;
  rule_id: string;
  terms: ProposedRule;
  reason: string;
  status: "waiting" | "approved" | "rejected" | "withdrawn";
  proposer_id: string;
  proposed_by: string;
  proposed_at: Date;
  expires_at: Date;
  client_key: string;
  decider_id: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
}

export type ProgrammeTables = {
  programme_rule: ProgrammeRuleTable;
  programme_rule_version: ProgrammeRuleVersionTable;
  programme_rule_proposal: ProgrammeRuleProposalTable;
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
export type RuleVersionRow = Selectable<ProgrammeRuleVersionTable>;
export type RuleProposalRow = Selectable<ProgrammeRuleProposalTable>;
