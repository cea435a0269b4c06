import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LimitField, LimitProblem } from "./limits-draft.ts";

interface LimitWords {
  readonly label: MessageDescriptor;
  readonly hint: MessageDescriptor;
}

export const LIMIT_WORDS: Readonly<Record<LimitField, LimitWords>> = {
  "withdrawal.reviewAbove": {
    label: msg`Review withdrawals above`,
    hint: msg`Withdrawals above this amount in a day are held for review by one operator.`,
  },
  "withdrawal.twoAbove": {
    label: msg`Two reviewers for withdrawals above`,
    hint: msg`Withdrawals above this amount in a day wait until two people approve.`,
  },
  "withdrawal.dayLimitWithoutFactor": {
    label: msg`Daily withdrawals without a second factor`,
    hint: msg`The maximum that a customer without a second factor can withdraw in a day.`,
  },
  "withdrawal.dayLimit": {
    label: msg`Daily withdrawals`,
    hint: msg`The maximum that a customer with a second factor can withdraw in a day.`,
  },
  "application.reviewAbove": {
    label: msg`Review applications above`,
    hint: msg`Applications with a higher opening fee are held for review by one operator.`,
  },
  "correction.maxAmount": {
    label: msg`Maximum adjustment`,
    hint: msg`Larger adjustments are rejected, both when proposed and when approved.`,
  },
  "exchange.positionLimit": {
    label: msg`Open position per currency`,
    hint: msg`Exchanges that would exceed it are rejected. It applies to each cell separately.`,
  },
  "tries.wrongPerCard": {
    label: msg`Wrong card details in 24 hours`,
    hint: msg`Number of wrong expiry dates or CVVs after which a card is put on hold: 3 to 20.`,
  },
  "tries.unknownPerBin": {
    label: msg`Unknown card numbers in 10 minutes`,
    hint: msg`Count at which a BIN is reported on the dashboard and in the audit log: 10 to 1,000.`,
  },
  "exchange.spreadBasisPoints": {
    label: msg`Exchange spread in basis points`,
    hint: msg`Deducted from each exchange’s rate for each day since it was published: 10 to 500.`,
  },
};

export const LIMIT_PROBLEM_WORDS: Readonly<Record<LimitProblem, MessageDescriptor>> = {
  amount: msg`Enter an amount such as 12.34.`,
  count: msg`Enter a whole number within the allowed range.`,
  below_review: msg`This can’t be lower than the threshold for one reviewer.`,
  below_without: msg`This can’t be lower than the limit without a second factor.`,
  apart: msg`Save this change separately first. The higher limit waits for a second administrator.`,
};
