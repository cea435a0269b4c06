import type { DeclineCode } from "@tessera/contract/errors/declines";

/** The classes into which decline reasons are grouped for operators. */
export type DeclineClass =
  | "funds"
  | "card"
  | "details"
  | "limit"
  | "owner_rule"
  | "program_rule"
  | "account"
  | "reversed"
  | "rate"
  | "timeout"
  | "other";

const CLASSES: Readonly<Record<DeclineCode, DeclineClass>> = {
  insufficient_card_balance: "funds",
  negative_balance: "funds",
  draw_ceiling: "funds",
  draw_account_balance: "funds",
  keep_alive_ceiling: "funds",
  draw_merchant: "funds",
  draw_stopped: "funds",
  draw_fee_changed: "funds",
  card_not_found: "card",
  card_frozen_customer: "card",
  card_frozen_schedule: "card",
  card_frozen_risk: "card",
  card_frozen_verification: "card",
  card_frozen_operator: "card",
  card_closed: "card",
  card_expired: "card",
  currency_blocked: "card",
  currency_unsupported: "rate",
  rate_unavailable: "rate",
  merchant_lock_mismatch: "card",
  single_use_spent: "card",
  mandate_merchant: "card",
  mandate_currency: "card",
  mandate_ceiling: "limit",
  mandate_ended: "card",
  cvv_mismatch: "details",
  expiry_mismatch: "details",
  too_many_attempts: "details",
  limit_per_tx: "limit",
  limit_day: "limit",
  limit_month: "limit",
  own_limit_per_tx: "limit",
  own_limit_day: "limit",
  own_limit_month: "limit",
  limit_week: "owner_rule",
  limit_year: "owner_rule",
  limit_life: "owner_rule",
  limit_rolling: "owner_rule",
  limit_count: "owner_rule",
  amount_out_of_range: "owner_rule",
  mcc_blocked: "owner_rule",
  merchant_blocked: "owner_rule",
  merchant_new: "owner_rule",
  country_blocked: "owner_rule",
  currency_not_allowed: "owner_rule",
  channel_blocked: "owner_rule",
  hours_blocked: "owner_rule",
  review_required: "owner_rule",
  strategy_unreadable: "owner_rule",
  programme_country_blocked: "program_rule",
  programme_category_blocked: "program_rule",
  programme_limit: "program_rule",
  programme_rule: "program_rule",
  account_under_review: "account",
  reversed_before: "reversed",
  system_timeout: "timeout",
};

function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(CLASSES, code);
}

/** Returns a decline's class, or `other` for a code that is not a decline code. */
export function declineClassOf(code: string): DeclineClass {
  return isDeclineCode(code) ? CLASSES[code] : "other";
}
