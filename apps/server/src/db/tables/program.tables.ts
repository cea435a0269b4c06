import type {
  ProgramRuleMode,
  ProgramRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import type { LocalizedText } from "@tessera/contract/errors/locales";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

type ProgramSettingTable = Table<"programme_setting">;

type CardSegmentTable = Table<"card_segment">;

type CardStockChangeTable = Table<"card_stock_change">;

type FeeScheduleTable = Table<"fee_schedule">;

type FeeScheduleCancellationTable = Table<"fee_schedule_cancellation">;

type ProgramRuleTable = Table<"programme_rule">;

type ProgramRuleVersionTable = Table<"programme_rule_version", { terms: ProgramRuleTerms }>;

/** The content that a rule will have if a proposal is approved. */
export interface ProposedRule {
  readonly basedOn: number;
  readonly names: LocalizedText;
  readonly terms: ProgramRuleTerms;
  readonly mode: ProgramRuleMode;
}

type ProgramRuleProposalTable = Table<"programme_rule_proposal", { terms: ProposedRule }>;

export type ProgramTables = {
  programme_rule: ProgramRuleTable;
  programme_rule_version: ProgramRuleVersionTable;
  programme_rule_proposal: ProgramRuleProposalTable;
  programme_setting: ProgramSettingTable;
  card_segment: CardSegmentTable;
  card_stock_change: CardStockChangeTable;
  fee_schedule: FeeScheduleTable;
  fee_schedule_cancellation: FeeScheduleCancellationTable;
};

export type ProgramSettingRow = Selectable<ProgramSettingTable>;
/** A card product without its origin, which only database functions read. */
export type SegmentRow = Omit<Selectable<CardSegmentTable>, "origin">;
export type StockChangeRow = Selectable<CardStockChangeTable>;
export type FeeRow = Selectable<FeeScheduleTable>;
export type RuleVersionRow = Selectable<ProgramRuleVersionTable>;
export type RuleProposalRow = Selectable<ProgramRuleProposalTable>;
