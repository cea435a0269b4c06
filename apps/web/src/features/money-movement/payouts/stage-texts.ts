import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  ReviewReason,
  WithdrawalStage,
} from "@tessera/contract/money-movement/withdrawals.schemas";

/** What each stage is called among the steps. */
export const STAGE_NAMES: Readonly<Record<WithdrawalStage, MessageDescriptor>> = {
  cooling: msg`Asked for`,
  review: msg`Under review`,
  queued: msg`Queued`,
  sending: msg`Handed over`,
  confirming: msg`On the network`,
  completed: msg`Completed`,
  cancelled: msg`Cancelled`,
  rejected: msg`Rejected`,
  declined: msg`Declined`,
  failed: msg`Failed`,
  expired: msg`Expired`,
};

/** How a withdrawal stands, as the head of its panel. */
export const STAGE_HEADS: Readonly<Record<WithdrawalStage, MessageDescriptor>> = {
  cooling: msg`Waiting before it is sent`,
  review: msg`We are looking at it`,
  queued: msg`Next to be sent`,
  sending: msg`Being sent`,
  confirming: msg`On its way`,
  completed: msg`Arrived`,
  cancelled: msg`Withdrawal cancelled`,
  rejected: msg`Withdrawal rejected`,
  declined: msg`Withdrawal declined`,
  failed: msg`Withdrawal failed`,
  expired: msg`Withdrawal expired`,
};

/** What happens next, or what became of the money. */
export const STAGE_NEXT: Readonly<Record<WithdrawalStage, MessageDescriptor>> = {
  cooling: msg`Nothing is sent yet. You can take it back until it is.`,
  review: msg`Somebody at Tessera checks it, mostly within four hours. There is nothing to do.`,
  queued: msg`It leaves with the next payout, within moments.`,
  sending: msg`Our payout partner has it. We wait for the answer and never send it twice.`,
  confirming: msg`The network confirms it, block by block. It can’t be called back any more.`,
  completed: msg`It is final. The address has received it.`,
  cancelled: msg`Nothing was sent. All of it is back on your account.`,
  rejected: msg`After the review it was not sent. All of it is back on your account.`,
  declined: msg`Our payout partner didn’t take it. All of it is back on your account.`,
  failed: msg`The network didn’t carry it out. All of it is back on your account.`,
  expired: msg`Time was up before it was sent. All of it is back on your account.`,
};

/** Why somebody looks at it. */
export const REASON_TEXTS: Readonly<Record<ReviewReason, MessageDescriptor>> = {
  over_threshold: msg`It is a large amount.`,
  young_account: msg`Your account is new.`,
  new_address: msg`The address is new.`,
  flagged: msg`We look at what you ask for at the moment.`,
};
