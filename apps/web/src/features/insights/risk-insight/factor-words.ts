import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  DeclineReason,
  RiskBand,
  RiskFactorName,
} from "@tessera/contract/authorization/risk-insight.schemas";

/** Names of the factors. */
export const FACTOR_NAMES: Readonly<Record<RiskFactorName, MessageDescriptor>> = {
  declines: msg`Declined payments`,
  repeated_declines: msg`Repeated declines at one merchant`,
  wrong_details: msg`Wrong CVV or expiry date`,
  new_countries: msg`First payments in a country`,
  new_merchants: msg`First payments at a merchant`,
  settled: msg`Approved payments that settled`,
  small_payments: msg`Small payments in a row`,
  unguarded_cards: msg`Cards without a rule`,
};

/** Advice on how to raise each factor. */
export const FACTOR_ADVICE: Readonly<Record<RiskFactorName, MessageDescriptor>> = {
  declines: msg`Keep enough money on your cards, with limits above what you plan to spend.`,
  repeated_declines: msg`Counts from a day’s third decline. Hold charges by merchants that retry.`,
  wrong_details: msg`Freeze a card when someone guesses its details.`,
  new_countries: msg`Hold payments outside the countries you usually pay in.`,
  new_merchants: msg`Hold first payments at a merchant.`,
  settled: msg`Payments that are reversed or expire lower this score.`,
  small_payments: msg`Counted from the third payment under $3 in an hour, a sign of card testing.`,
  unguarded_cards: msg`Turn on a rule that declines or holds payments for every card.`,
};

/** Texts that explain why the score rose. */
export const RISEN_BY: Readonly<Record<RiskFactorName, MessageDescriptor>> = {
  declines: msg`Fewer declined payments.`,
  repeated_declines: msg`Fewer repeated declines.`,
  wrong_details: msg`Fewer wrong CVVs and expiry dates.`,
  new_countries: msg`Fewer new countries.`,
  new_merchants: msg`Fewer new merchants.`,
  settled: msg`More payments settled in the end.`,
  small_payments: msg`Fewer small payments in a row.`,
  unguarded_cards: msg`More cards have a rule.`,
};

/** Texts that explain why the score fell. */
export const FALLEN_BY: Readonly<Record<RiskFactorName, MessageDescriptor>> = {
  declines: msg`More declined payments.`,
  repeated_declines: msg`More repeated declines.`,
  wrong_details: msg`More wrong CVVs and expiry dates.`,
  new_countries: msg`More new countries.`,
  new_merchants: msg`More new merchants.`,
  settled: msg`Fewer payments settled in the end.`,
  small_payments: msg`More small payments in a row.`,
  unguarded_cards: msg`Fewer cards have a rule.`,
};

export const BAND_NAMES: Readonly<Record<RiskBand, MessageDescriptor>> = {
  low: msg`Low risk`,
  moderate: msg`Moderate risk`,
  high: msg`High risk`,
};

export const REASON_NAMES: Readonly<Record<DeclineReason, MessageDescriptor>> = {
  balance: msg`Not enough balance`,
  payment_limit: msg`Over single-payment limit`,
  period_limit: msg`Over a daily or monthly limit`,
  wrong_details: msg`Wrong CVV or expiry`,
  rule: msg`Blocked by a rule`,
  card_state: msg`Card frozen, closed or not valid for this payment`,
  other: msg({ message: "Other reasons", context: "declined payments" }),
};
