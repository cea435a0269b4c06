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
  withdrawals: msg`Withdrawals on their way`,
  support: msg`Conversations waiting for us`,
  corrections: msg`Corrections to approve`,
  stopped: msg`Customers who said “not me”`,
  held_payments: msg`Payments waiting for their owner`,
  unmatched: msg`Network messages without an authorisation`,
  stopped_accounts: msg`Accounts stopped by a check`,
  mail: msg`Mails not sent yet`,
};

/** What works in the background is called; one of a later version is told by its own name. */
export const JOB_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  mail: msg`Sending mails`,
  "risk-windows": msg`Counting for rules`,
  "stripe-event": msg`Messages of Stripe`,
};

export const VOLUME_WORDS: Readonly<Record<VolumeKind, MessageDescriptor>> = {
  deposit: msg`Deposits`,
  withdrawal: msg`Withdrawals`,
  card_opening: msg`Opening fees`,
  card_deposit: msg`Added to cards`,
  card_withdraw: msg`Taken off cards`,
  purchase: msg`Payments at once`,
  clearing: msg`Payments settled`,
  force_post: msg`Forced postings`,
  refund: msg`Refunds`,
  return_reversal: msg`Refunds taken back`,
  correction: msg`Corrections`,
};

export const CHECK_WORDS: Readonly<Record<StandingCheck, MessageDescriptor>> = {
  zero_sum: msg`Every currency sums to zero`,
  no_negative: msg`No account is below zero`,
  held_is_holds: msg`Held money is the sum of open holds`,
  charged_is_quoted: msg`What was charged is what was quoted`,
  stopped_cards: msg`Stopped cards pay nothing`,
  sealed: msg`The record is sealed`,
};
