import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LimitField, LimitProblem } from "./limits-draft.ts";

interface LimitWords {
  readonly label: MessageDescriptor;
  readonly hint: MessageDescriptor;
}

export const LIMIT_WORDS: Readonly<Record<LimitField, LimitWords>> = {
  "withdrawal.reviewAbove": {
    label: msg`Withdrawals reviewed above`,
    hint: msg`What is above it in a day waits until one person decides.`,
  },
  "withdrawal.twoAbove": {
    label: msg`Withdrawals reviewed by two above`,
    hint: msg`What is above it in a day waits until two people agree.`,
  },
  "withdrawal.dayLimitWithoutFactor": {
    label: msg`Withdrawn a day without a second factor`,
    hint: msg`The most that a customer withdraws in a day with the password alone.`,
  },
  "withdrawal.dayLimit": {
    label: msg`Withdrawn a day`,
    hint: msg`The most that a customer withdraws in a day with a second factor.`,
  },
  "application.reviewAbove": {
    label: msg`Applications reviewed above`,
    hint: msg`An application with a higher opening fee waits until one person decides.`,
  },
  "correction.maxAmount": {
    label: msg`Largest correction`,
    hint: msg`A larger one is refused when it is proposed, and when it is approved.`,
  },
  "tries.wrongPerCard": {
    label: msg`Wrong card details in 24 hours`,
    hint: msg`This many wrong expiry dates or CVVs put a card on hold. From 3 to 20.`,
  },
  "tries.unknownPerBin": {
    label: msg`Unknown card numbers in 10 minutes`,
    hint: msg`This many of one BIN appear on the board and in the audit log. From 10 to 1000.`,
  },
};

export const LIMIT_PROBLEM_WORDS: Readonly<Record<LimitProblem, MessageDescriptor>> = {
  amount: msg`Enter an amount such as 12.34.`,
  count: msg`Enter a whole number within the bounds.`,
  below_review: msg`This must not be below what one person reviews.`,
  below_without: msg`This must not be below the limit without a second factor.`,
  apart: msg`Save this first, on its own. The higher limit waits for a second administrator.`,
};
