import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  ReviewReason,
  WithdrawalStage,
} from "@tessera/contract/money-movement/withdrawals.schemas";

/** Names of a withdrawal's stages. */
export const STAGE_NAMES: Readonly<Record<WithdrawalStage, MessageDescriptor>> = {
  cooling: msg`Request received`,
  review: msg`Under review`,
  queued: msg`Queued`,
  sending: msg`Sent to payout partner`,
  confirming: msg`Confirming on the network`,
  completed: msg`Completed`,
  cancelled: msg`Canceled`,
  rejected: msg`Rejected`,
  declined: msg`Declined`,
  failed: msg`Failed`,
  expired: msg`Expired`,
};

/** Status headings for a withdrawal's panel. */
export const STAGE_HEADS: Readonly<Record<WithdrawalStage, MessageDescriptor>> = {
  cooling: msg`Waiting to be sent`,
  review: msg`Under review`,
  queued: msg`Next to be sent`,
  sending: msg`Being sent`,
  confirming: msg`On its way`,
  completed: msg`Arrived`,
  cancelled: msg`Withdrawal canceled`,
  rejected: msg`Withdrawal rejected`,
  declined: msg`Withdrawal declined`,
  failed: msg`Withdrawal failed`,
  expired: msg`Withdrawal expired`,
};

/** Texts that say what happens next, or what happened to the money. */
export const STAGE_NEXT: Readonly<Record<WithdrawalStage, MessageDescriptor>> = {
  cooling: msg`Not sent yet. You can withdraw the request until it is sent.`,
  review: msg`Our staff review it, usually within four hours. You don’t need to do anything.`,
  queued: msg`It’ll be sent with the next payout, in a few moments.`,
  sending: msg`Our payout partner has it. We’re waiting for a response and never send it twice.`,
  confirming: msg`The network is confirming it, block by block. It can no longer be canceled.`,
  completed: msg`This is final. The address has received the money.`,
  cancelled: msg`Nothing was sent. The full amount is back in your account.`,
  rejected: msg`It was not sent after the review. The full amount is back in your account.`,
  declined: msg`Our payout partner didn’t accept it. The full amount is back in your account.`,
  failed: msg`The network didn’t process it. The full amount is back in your account.`,
  expired: msg`It was not sent in time. The full amount is back in your account.`,
};

/** Texts that explain why a withdrawal is under review. */
export const REASON_TEXTS: Readonly<Record<ReviewReason, MessageDescriptor>> = {
  over_threshold: msg`The amount is large.`,
  young_account: msg`Your account is new.`,
  new_address: msg`The address is new.`,
  flagged: msg`We’re currently reviewing your requests.`,
};
