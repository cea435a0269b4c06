import type {
  StrategyAction,
  StrategyRule,
  StrategyStatus,
} from "@tessera/contract/authorization/risk.schemas";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Generated, Selectable } from "kysely";

interface StrategyTable {
  id: string;
  customer_id: string;
  status: StrategyStatus;
  status_since: Date;
  version: number;
  client_key: string | null;
  created_at: Date;
}

interface StrategyVersionTable {
  strategy_id: string;
  version: number;
  name: string;
  rule: StrategyRule;
  created_at: Date;
}

interface StrategyChangeTable {
  id: Generated<bigint>;
  strategy_id: string;
  version: number;
  status: StrategyStatus;
  at: Date;
}

interface CounterBaseTable {
  subject: string;
  time_window: string;
  amount: bigint;
  count: bigint;
}

interface HitTable {
  id: string;
  customer_id: string;
  strategy_id: string;
  version: number;
  movement_id: string;
  card_id: string;
  action: StrategyAction;
  shadow: boolean;
  amount_minor: bigint;
  currency: CurrencyCode;
  merchant: Merchant;
  at: Date;
}

/** What a rule of the program declined, or would have declined as a shadow. */
export interface ProgrammeRuleHitTable {
  id: string;
  rule_id: string;
  version: number;
  subject: "payment" | "address" | "new_card";
  shadow: boolean;
  customer_id: string;
  card_id: string | null;
  movement_id: string | null;
  amount_minor: bigint | null;
  currency: CurrencyCode | null;
  merchant: Merchant | null;
  at: Date;
}

interface GrantTable {
  id: string;
  customer_id: string;
  card_id: string;
  kind: "allow_once" | "raise_until";
  strategies: string[];
  merchant_key: string | null;
  merchant_name: string | null;
  amount_minor: bigint;
  extra_count: number;
  currency: CurrencyCode;
  movement_id: string;
  client_key: string | null;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

interface PaymentReviewTable {
  id: string;
  customer_id: string;
  card_id: string;
  movement_id: string;
  strategies: string[];
  strategy_name: string;
  amount_minor: bigint;
  currency: CurrencyCode;
  merchant: Merchant;
  status: Generated<"waiting" | "approved" | "declined" | "expired">;
  created_at: Date;
  expires_at: Date;
  decided_at: Date | null;
  grant_id: string | null;
}

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
