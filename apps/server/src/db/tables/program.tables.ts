import type {
  ProgrammeRuleMode,
  ProgrammeRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import type { LocalisedText } from "@tessera/contract/errors/locales";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

type ProgrammeSettingTable = Table<"programme_setting">;

type CardSegmentTable = Table<"card_segment">;

type CardStockChangeTable = Table<"card_stock_change">;

type FeeScheduleTable = Table<"fee_schedule">;

type FeeScheduleCancellationTable = Table<"fee_schedule_cancellation">;

type ProgrammeRuleTable = Table<"programme_rule">;

type ProgrammeRuleVersionTable = Table<"programme_rule_version", { terms: ProgrammeRuleTerms }>;

/** What a proposal would make of a rule. */
export interface ProposedRule {
  readonly basedOn: number;
  readonly names: LocalisedText;
  readonly terms: ProgrammeRuleTerms;
  readonly mode: ProgrammeRuleMode;
}

type ProgrammeRuleProposalTable = Table<"programme_rule_proposal", { terms: ProposedRule }>;

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
/** A card product without its origin, which only functions of the database read. */
export type SegmentRow = Omit<Selectable<CardSegmentTable>, "origin">;
export type StockChangeRow = Selectable<CardStockChangeTable>;
export type FeeRow = Selectable<FeeScheduleTable>;
export type RuleVersionRow = Selectable<ProgrammeRuleVersionTable>;
export type RuleProposalRow = Selectable<ProgrammeRuleProposalTable>;
