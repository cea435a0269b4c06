import type { StrategyRule, StrategyStatus } from "@tessera/contract/authorization/risk.schemas";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

type StrategyTable = Table<"risk_strategy">;

type StrategyVersionTable = Table<"risk_strategy_version", { rule: StrategyRule }>;

type StrategyChangeTable = Table<"risk_strategy_change", { status: StrategyStatus }>;

type CounterBaseTable = Table<"risk_counter_base">;

type HitTable = Table<"risk_hit", { currency: CurrencyCode; merchant: Merchant }>;

/** A payment that a program rule declined, or would have declined if it were not a shadow rule. */
export type ProgramRuleHitTable = Table<
  "programme_rule_hit",
  { currency: CurrencyCode | null; merchant: Merchant | null }
>;

type GrantTable = Table<"risk_grant", { currency: CurrencyCode }>;

type PaymentReviewTable = Table<"payment_review", { currency: CurrencyCode; merchant: Merchant }>;

export type RiskTables = {
  risk_strategy: StrategyTable;
  risk_strategy_version: StrategyVersionTable;
  risk_strategy_change: StrategyChangeTable;
  risk_counter_base: CounterBaseTable;
  risk_hit: HitTable;
  risk_grant: GrantTable;
  payment_review: PaymentReviewTable;
};

export type HitRow = Selectable<HitTable>;
export type GrantRow = Selectable<GrantTable>;
export type PaymentReviewRow = Selectable<PaymentReviewTable>;
