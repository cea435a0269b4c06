import { DECLINES, type DeclineCode } from "@tessera/contract/errors/declines";
import type { DeclineGroup } from "@tessera/contract/insights/forecast.schemas";

const CODES: Readonly<Record<Exclude<DeclineGroup, "other">, readonly DeclineCode[]>> = {
  balance: [
    ...(["insufficient_card_balance", "negative_balance"] as const),
    ...(["draw_ceiling", "draw_account_balance", "draw_merchant"] as const),
    ...(["draw_stopped", "draw_fee_changed", "keep_alive_ceiling"] as const),
  ],
  limits: [
    ...(["limit_per_tx", "limit_day", "limit_month"] as const),
    ...(["own_limit_per_tx", "own_limit_day", "own_limit_month"] as const),
    "mandate_ceiling",
  ],
  rules: [
    ...(["limit_week", "limit_year", "limit_life", "limit_rolling", "limit_count"] as const),
    ...(["amount_out_of_range", "mcc_blocked", "merchant_blocked", "merchant_new"] as const),
    ...(["country_blocked", "currency_not_allowed", "channel_blocked", "hours_blocked"] as const),
    // Not a rule, but like one: the owner has decided it, and can allow such payments again.
    "currency_blocked",
    ...(["review_required", "strategy_unreadable"] as const),
    ...(["programme_country_blocked", "programme_category_blocked"] as const),
    ...(["programme_limit", "programme_rule"] as const),
  ],
  card: [
    ...(["card_frozen_customer", "card_frozen_schedule", "card_frozen_risk"] as const),
    "card_frozen_verification",
    ...(["card_frozen_operator", "card_closed", "card_expired", "single_use_spent"] as const),
    "merchant_lock_mismatch",
    ...(["mandate_merchant", "mandate_currency", "mandate_ended"] as const),
  ],
  details: ["cvv_mismatch", "expiry_mismatch", "too_many_attempts"],
};

const GROUPS: ReadonlyMap<string, DeclineGroup> = new Map(
  Object.entries(CODES).flatMap(([group, codes]) =>
    codes.map((code) => [code, group as DeclineGroup] as const),
  ),
);

/**
 * Returns the group of a decline code. A code that has no group, or whose reason is hidden from the
 * owner, belongs to `other`, so that the group reveals no more than the payment itself does.
 */
export function declineGroupOf(code: string | null | undefined): DeclineGroup {
  if (code === null || code === undefined || !Object.hasOwn(DECLINES, code)) {
    return "other";
  }
  const known = code as DeclineCode;
  return DECLINES[known].explained ? (GROUPS.get(known) ?? "other") : "other";
}
