import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Texts for checks that show no numbers: one text for a pass and one for a failure. */
export const PLAIN_CHECKS: Readonly<
  Record<string, readonly [passed: MessageDescriptor, failed: MessageDescriptor]>
> = {
  card_open: [msg`The card is open`, msg`The card is closed`],
  card_in_date: [msg`The card has not expired`, msg`The card has expired`],
  card_not_frozen: [msg`The card isn’t frozen`, msg`The card was frozen`],
  account_in_order: [msg`Your account is in good standing`, msg`Your account is under review`],
  card_unused: [msg`The single-use card is unused`, msg`The single-use card was already used`],
  card_merchant: [msg`The card can pay this merchant`, msg`The card is open`],
  mandate_merchant: [
    msg`The purchase was approved for this merchant`,
    msg`The purchase was approved for another merchant`,
  ],
  mandate_currency: [
    msg`The purchase was approved in this currency`,
    msg`The purchase was approved in another currency`,
  ],
  mandate_time: [
    msg`The time of the approved purchase has not passed`,
    msg`The time of the approved purchase has passed`,
  ],
  currency: [
    msg`The card can pay in this currency`,
    msg`Payments in other currencies are blocked on this card`,
  ],
  exchange_rate: [
    msg`There is an exchange rate for the payment`,
    msg`There is no current exchange rate for the payment`,
  ],
  expiry_match: [msg`The expiry date is correct`, msg`The expiry date is wrong`],
  cvv_match: [msg`No wrong CVV`, msg`The CVV is wrong`],
};

/** Display names of limits. */
export const LIMIT_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  limit_per_tx: msg`Limit per transaction`,
  limit_day: msg`Daily limit`,
  limit_month: msg`Monthly limit`,
  own_limit_per_tx: msg`Your per-purchase limit`,
  own_limit_day: msg`Your daily limit`,
  own_limit_month: msg`Your monthly limit`,
  mandate_ceiling: msg`Approved amount`,
  balance: msg`Card balance`,
  draw: msg`Draw on the account`,
  keep_alive: msg`Draw of a merchant to keep paid`,
  no_debt: msg`The card’s negative balance`,
};

/** Returns the title of a customer's rule, which depends on the rule's time window. */
export function ruleName(code: string, name: string): MessageDescriptor {
  switch (code) {
    case "limit_day":
      return msg`Daily rule “${name}”`;
    case "limit_week":
      return msg`Weekly rule “${name}”`;
    case "limit_month":
      return msg`Monthly rule “${name}”`;
    case "limit_year":
      return msg`Yearly rule “${name}”`;
    default:
      return msg`Rule “${name}”`;
  }
}
