import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CaseKind } from "@tessera/contract/back-office/reviews.schemas";
import type {
  ClosingEffect,
  ClosingKind,
} from "@tessera/contract/identity/account-closing.schemas";
import {
  Ban,
  CalendarClock,
  CreditCard,
  Download,
  FileQuestion,
  Headset,
  Hourglass,
  type LucideIcon,
  OctagonPause,
  Repeat,
  Snowflake,
  TriangleAlert,
  Upload,
  WalletMinimal,
} from "lucide-react";

interface KindWords {
  readonly title: MessageDescriptor;
  /** What the customer has to do, or what will happen. */
  readonly text: MessageDescriptor;
  readonly icon: LucideIcon;
}

export const KIND_WORDS: Readonly<Record<ClosingKind, KindWords>> = {
  security_hold: {
    title: msg`Your account is on hold`,
    text: msg`Someone used a “not me” link. Reset your password and contact support first.`,
    icon: OctagonPause,
  },
  blocked_account: {
    title: msg`Money held by Tessera`,
    text: msg`We’re holding this balance for review. Contact support.`,
    icon: Ban,
  },
  debt: {
    title: msg`Money you owe`,
    text: msg`Repay it first. Adding funds repays the negative balance from your account.`,
    icon: TriangleAlert,
  },
  frozen_by_operator: {
    title: msg`Cards frozen by Tessera`,
    text: msg`Contact support to have the freeze lifted.`,
    icon: Snowflake,
  },
  withdrawable: {
    title: msg`Money you can withdraw`,
    text: msg`Move it off your cards and withdraw it. New addresses have a waiting period.`,
    icon: WalletMinimal,
  },
  card_payment: {
    title: msg`Pending payments`,
    text: msg`Each card closes once its pending payments settle or expire.`,
    icon: Hourglass,
  },
  withdrawal: {
    title: msg`Withdrawals in progress`,
    text: msg`The account closes after these are complete.`,
    icon: Upload,
  },
  deposit: {
    title: msg`Open deposits`,
    text: msg`The account closes once these are credited or expire.`,
    icon: Download,
  },
  application: {
    title: msg`Card applications under review`,
    text: msg`Withdraw these requests, or wait until they are decided.`,
    icon: FileQuestion,
  },
  review: {
    title: msg`Requests under review`,
    text: msg`These need a decision first.`,
    icon: FileQuestion,
  },
  card: {
    title: msg`Your cards close`,
    text: msg`You can’t reopen a closed card. Its balance goes to your account.`,
    icon: CreditCard,
  },
  scheduled_card: {
    title: msg`Cards with blocked hours`,
    text: msg`Their blocked hours end when the cards close.`,
    icon: CalendarClock,
  },
  recurring_merchant: {
    title: msg`Subscriptions that will be declined`,
    text: msg`These merchants charge your cards regularly. Switch them to another card first.`,
    icon: Repeat,
  },
  conversation: {
    title: msg`Open conversations with support`,
    text: msg`You can’t read or reply to these here once the account is closed.`,
    icon: Headset,
  },
};

export const EFFECT_TITLES: Readonly<Record<ClosingEffect, MessageDescriptor>> = {
  blocks: msg`Settle these first`,
  delays: msg`Wait for these to finish`,
  ends: msg`What closes with your account`,
};

/** Titles of cases, by the server's case type. */
export const CASE_TITLES: Readonly<Record<CaseKind, MessageDescriptor>> = {
  withdrawal: msg`Withdrawal`,
  card_application: msg`Card application`,
  deposit: msg`Deposit`,
  profile_change: msg`Profile change`,
  factor_reset: msg`Second-factor reset`,
  unanswered_hold: msg`Unanswered hold`,
  bank_transfer: msg`Bank transfer`,
  bank_assignment: msg`Bank transfer assigned`,
  deposit_retraction: msg`Deposit taken back`,
};
