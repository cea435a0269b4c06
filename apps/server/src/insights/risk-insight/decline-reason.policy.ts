import type { DeclineReason } from "@tessera/contract/authorization/risk-insight.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";

/** The reason under which each decline code is counted. */
const REASONS: Readonly<Record<DeclineCode, DeclineReason>> = {
  insufficient_card_balance: "balance",
  negative_balance: "balance",
  draw_ceiling: "balance",
  draw_account_balance: "balance",
  keep_alive_ceiling: "balance",
  draw_merchant: "balance",
  draw_stopped: "balance",
  draw_fee_changed: "balance",
  limit_per_tx: "payment_limit",
  limit_day: "period_limit",
  limit_month: "period_limit",
  own_limit_per_tx: "payment_limit",
  own_limit_day: "period_limit",
  own_limit_month: "period_limit",
  cvv_mismatch: "wrong_details",
  expiry_mismatch: "wrong_details",
  too_many_attempts: "wrong_details",
  limit_week: "rule",
  limit_year: "rule",
  limit_life: "rule",
  limit_rolling: "rule",
  limit_count: "rule",
  amount_out_of_range: "rule",
  mcc_blocked: "rule",
  merchant_blocked: "rule",
  merchant_new: "rule",
  country_blocked: "rule",
  currency_not_allowed: "rule",
  channel_blocked: "rule",
  hours_blocked: "rule",
  review_required: "rule",
  strategy_unreadable: "rule",
  programme_country_blocked: "rule",
  programme_category_blocked: "rule",
  programme_limit: "rule",
  programme_rule: "rule",
  card_frozen_customer: "card_state",
  card_frozen_schedule: "card_state",
  card_frozen_risk: "card_state",
  card_frozen_verification: "card_state",
  card_frozen_operator: "card_state",
  card_closed: "card_state",
  card_expired: "card_state",
  merchant_lock_mismatch: "card_state",
  single_use_spent: "card_state",
  currency_blocked: "card_state",
  currency_unsupported: "other",
  rate_unavailable: "other",
  card_not_found: "other",
  account_under_review: "other",
  reversed_before: "other",
  system_timeout: "other",
};

/** Returns the reason for a decline code, or `other` for a code unknown to this version. */
export function declineReason(code: string): DeclineReason {
  const known: Readonly<Record<string, DeclineReason>> = REASONS;
  return Object.hasOwn(known, code) ? (known[code] ?? "other") : "other";
}
