import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  BoardQueue,
  BoardWindow,
  StandingCheck,
  VolumeKind,
} from "@tessera/contract/back-office/dashboard.schemas";

export const WINDOW_WORDS: Readonly<Record<BoardWindow, MessageDescriptor>> = {
  "24h": msg`24 hours`,
  "7d": msg`7 days`,
  "30d": msg`30 days`,
};

export const QUEUE_WORDS: Readonly<Record<BoardQueue, MessageDescriptor>> = {
  cases: msg`Cases to decide`,
  withdrawals: msg`Withdrawals in progress`,
  support: msg`Conversations waiting for us`,
  corrections: msg`Adjustments to approve`,
  stopped: msg`Customers who said “not me”`,
  held_payments: msg`Payments awaiting cardholder approval`,
  unmatched: msg`Network messages without an authorization`,
  bank_unmatched: msg`Bank transfers without a customer`,
  stopped_accounts: msg`Accounts stopped by a ledger check`,
  erasures: msg`Closed accounts not erased because money is left`,
  mail: msg`Unsent emails`,
};

/** Names of background jobs; an unknown job is shown under its internal name. */
export const JOB_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  "auto-top-up": msg`Automatic top-ups`,
  hourly: msg`Hourly tasks`,
  mail: msg`Sending emails`,
  "purchase-mandates": msg`Ending purchase mandates`,
  reconciliation: msg`Comparing the ledger`,
  "risk-windows": msg`Rule counters`,
  "stripe-event": msg`Stripe messages`,
};

export const VOLUME_WORDS: Readonly<Record<VolumeKind, MessageDescriptor>> = {
  deposit: msg`Deposits`,
  withdrawal: msg`Withdrawals`,
  card_opening: msg`Opening fees`,
  card_deposit: msg`Added to cards`,
  card_withdraw: msg`Moved off cards`,
  purchase: msg`Single-message payments`,
  clearing: msg`Payments settled`,
  force_post: msg`Force posts`,
  refund: msg`Refunds`,
  return_reversal: msg`Refund reversals`,
  correction: msg`Adjustments`,
  exchange: msg`Currency exchanges`,
};

export const CHECK_WORDS: Readonly<Record<StandingCheck, MessageDescriptor>> = {
  zero_sum: msg`Every currency sums to zero`,
  no_negative: msg`No account is below zero`,
  held_is_holds: msg`Held money equals the sum of open holds`,
  charged_is_quoted: msg`Charges match their quotes`,
  stopped_cards: msg`Frozen or closed cards can’t pay`,
  sealed: msg`The audit log is sealed`,
  seals_unbroken: msg`The sealed log is unchanged`,
};
