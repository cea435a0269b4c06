import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CaseKind } from "@tessera/contract/back-office/reviews.schemas";
import type { AboutKind, Facts } from "@tessera/contract/back-office/support.schemas";
import type { WithdrawalStage } from "@tessera/contract/money-movement/withdrawals.schemas";

/** Short labels for a conversation's subject. */
export const ABOUT_WORDS: Readonly<Record<AboutKind, MessageDescriptor>> = {
  card: msg`Card`,
  transaction: msg`Transaction`,
  withdrawal: msg`Withdrawal`,
  review: msg`Payment held for review`,
};

const CARD_STATUS: Readonly<Record<string, MessageDescriptor>> = {
  active: msg`Active`,
  frozen: msg`Frozen`,
  closing: msg({ message: "Closing", context: "card" }),
  closed: msg({ message: "Closed", context: "card" }),
  expired: msg({ message: "Expired", context: "card" }),
};

/** Labels for cases that operators decide. */
const CASE_WORDS: Readonly<Record<CaseKind, MessageDescriptor>> = {
  withdrawal: msg`Withdrawal review`,
  card_application: msg`Card application review`,
  deposit: msg`Deposit review`,
  profile_change: msg`Profile change review`,
  factor_reset: msg`Second-factor reset`,
  unanswered_hold: msg`Unanswered hold`,
  bank_transfer: msg`Bank transfer review`,
  bank_assignment: msg`Bank transfer assigned`,
  deposit_retraction: msg`Deposit taken back`,
};

/** Returns the most specific label for a conversation's subject. */
export function aboutWord({ kind, case: held }: Facts): MessageDescriptor {
  return kind === "review" && held !== undefined ? CASE_WORDS[held.kind] : ABOUT_WORDS[kind];
}

/** Status labels for reviews, which are cases or payments held by the customer's rules. */
const REVIEW_STATUS: Readonly<Record<string, MessageDescriptor>> = {
  waiting: msg`Waiting for your answer`,
  open: msg`Under review`,
  in_review: msg`Under review`,
  waiting_customer: msg`Waiting for your answer`,
  approved: msg`Approved`,
  declined: msg({ message: "Declined", context: "support" }),
  rejected: msg`Not approved`,
  withdrawn: msg`Withdrawn`,
  expired: msg`Expired`,
};

/** Returns the status label of a card or review; undefined if the subject is a movement. */
export function factsStatus({ kind, status }: Facts): MessageDescriptor | undefined {
  const words = { card: CARD_STATUS, review: REVIEW_STATUS, transaction: {}, withdrawal: {} }[kind];
  return Object.hasOwn(words, status)
    ? (words as Readonly<Record<string, MessageDescriptor>>)[status]
    : undefined;
}

/** Describes a withdrawal's next step or outcome, for both the customer and operators. */
export const NEXT_WORDS: Readonly<Record<WithdrawalStage, MessageDescriptor>> = {
  cooling: msg`Not sent yet. You can cancel it until it is sent.`,
  review: msg`Tessera reviews it before it is sent. You can cancel it until then.`,
  queued: msg`It’ll be sent with the next payout.`,
  sending: msg`Our payout partner has it. We’re waiting for a response and never send it twice.`,
  confirming: msg`The network is confirming it. It can no longer be canceled.`,
  completed: msg`The money has arrived. This is final.`,
  cancelled: msg`Nothing was sent. The full amount is back in the account.`,
  rejected: msg`It was not sent after the review. The full amount is back in the account.`,
  declined: msg`The payout partner didn’t accept it. The full amount is back in the account.`,
  failed: msg`The network didn’t process it. The full amount is back in the account.`,
  expired: msg`It was not sent in time. The full amount is back in the account.`,
};

const LAYERS: Readonly<Record<string, MessageDescriptor>> = {
  customer: msg`its owner`,
  schedule: msg`blocked hours`,
  risk: msg`a safety check`,
  verification: msg`a hold because of wrong card details`,
  operator: msg`Tessera`,
};

/**
 * Returns the text that says who or what is keeping a card frozen; undefined for an unknown layer.
 */
export function layerWord(layer: string): MessageDescriptor | undefined {
  return Object.hasOwn(LAYERS, layer) ? LAYERS[layer] : undefined;
}
