import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  CaseItem,
  CaseStatus,
  CaseStepAct,
  ReviewKind,
} from "@tessera/contract/back-office/reviews.schemas";
import {
  ArrowUpFromLine,
  Ban,
  Check,
  CircleSlash,
  CreditCard,
  Download,
  Hourglass,
  KeyRound,
  Landmark,
  type LucideIcon,
  ScanSearch,
  ShieldAlert,
  TimerOff,
  Undo2,
  Unplug,
  UserPen,
  UserSearch,
} from "lucide-react";
import type { ChipTone } from "../../../ui/text/status-chip.tsx";

/** Labels of the review types. */
export const KIND_WORDS: Readonly<Record<ReviewKind, MessageDescriptor>> = {
  payment: msg`Payment`,
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

export const KIND_ICONS: Readonly<Record<ReviewKind, LucideIcon>> = {
  payment: ShieldAlert,
  withdrawal: ArrowUpFromLine,
  card_application: CreditCard,
  deposit: Download,
  profile_change: UserPen,
  factor_reset: KeyRound,
  unanswered_hold: Unplug,
  bank_transfer: Landmark,
  bank_assignment: UserSearch,
  deposit_retraction: Undo2,
};

/** Types of cases in which no money is held, so rejecting the case moves nothing. */
const HOLDING_NOTHING: readonly ReviewKind[] = [
  "profile_change",
  "factor_reset",
  "deposit_retraction",
];

export function holdsNothing(kind: ReviewKind): boolean {
  return HOLDING_NOTHING.includes(kind);
}

const OPERATORS_ONLY: readonly ReviewKind[] = [
  "unanswered_hold",
  "bank_assignment",
  "deposit_retraction",
];

/** Returns true if only operators see this type of case, so there is no customer to ask. */
export function isOperatorsOnly(kind: ReviewKind): boolean {
  return OPERATORS_ONLY.includes(kind);
}

/** Decision labels for the case types that do not use “Approve” and “Reject”. */
export const DECISION_WORDS: Readonly<
  Partial<Record<ReviewKind, Readonly<Record<"approve" | "reject", MessageDescriptor>>>>
> = {
  unanswered_hold: { approve: msg`Release hold`, reject: msg`Keep hold` },
  deposit_retraction: { approve: msg`Close case`, reject: msg`Flag customer` },
};

type Look = readonly [tone: ChipTone, icon: LucideIcon, text: MessageDescriptor];

/** Labels of a case's status, as shown to its customer. */
export const STATUS_LOOKS: Readonly<Record<CaseStatus, Look>> = {
  open: ["caution", ScanSearch, msg`Under review`],
  in_review: ["caution", ScanSearch, msg`Under review`],
  waiting_customer: ["caution", Hourglass, msg`Waiting for you`],
  approved: ["quiet", Check, msg`Approved`],
  rejected: ["negative", Ban, msg`Not approved`],
  withdrawn: ["outline", CircleSlash, msg`Withdrawn`],
  expired: ["outline", TimerOff, msg`Time expired`],
};

/** Labels of the items that can be requested. */
export const ITEM_WORDS: Readonly<Record<CaseItem, MessageDescriptor>> = {
  identity: msg`Identity document`,
  proof_of_address: msg`Proof of address`,
  source_of_funds: msg`Source of funds`,
  invoice: msg`Invoice or contract`,
  explanation: msg`Explanation`,
  other: msg`Another document`,
};

const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  flagged: msg`We’re currently reviewing each request on your account individually.`,
  many_cards: msg`You applied for several cards in one day.`,
  premium_card: msg`We review premium cards before we issue them.`,
  over_threshold: msg`The amount is large, so we review it first.`,
  high_fee: msg`The opening fee is high, so we review the application first.`,
  new_address: msg`The address is new.`,
  holds_money: msg`There is money in your account or on your cards, so we verify that it’s you.`,
  has_card: msg`You have a card, so we verify that it’s you.`,
  young_account: msg`Your account is new.`,
  asset_depegged: msg`The asset’s price is unusual at the moment, so we review the payment first.`,
  other_network: msg`The payment is on another network. We deduct the cost of recovering it.`,
  other_token: msg`The payment is in another token. We deduct the cost of recovering it.`,
  suspended: msg`Your account is suspended, so we review the transfer first.`,
  account_closing: msg`Your account is about to be closed, so we review the transfer first.`,
  no_rate: msg`There was no current exchange rate when the payment arrived, so we review it first.`,
  lost_factor: msg`Your second factor was reported lost. If that is wrong, withdraw the request.`,
};

/** Returns the text that the customer sees for a reason, or generic text for an unknown reason. */
export function reasonWords(reason: string): MessageDescriptor {
  return REASONS[reason] ?? msg`Something about this is unusual.`;
}

const OPERATOR_REASONS: Readonly<Record<string, MessageDescriptor>> = {
  flagged: msg`Flagged customer`,
  many_cards: msg`Multiple cards in one day`,
  premium_card: msg`Premium card`,
  over_threshold: msg`Over the threshold`,
  high_fee: msg`High opening fee`,
  new_address: msg`New address`,
  holds_money: msg`Has money`,
  has_card: msg`Has a card`,
  young_account: msg`New account`,
  asset_depegged: msg`Asset depeg`,
  no_rate: msg`No current rate`,
  other_network: msg`Other network`,
  other_token: msg`Other token`,
  retracted: msg`Taken back by the network`,
  retracted_and_spent: msg`Taken back by the network, and spent`,
  lost_factor: msg`Lost second factor`,
  suspended: msg`Suspended customer`,
  account_closing: msg`Account being closed`,
  assigned: msg`Assigned by an operator`,
  no_reference: msg`No reference`,
  unknown_reference: msg`Unknown reference`,
  several_references: msg`Several references`,
  other_cell: msg`Reference of another cell`,
  other_currency: msg`Reference of another currency`,
  account_closed: msg`Closed account`,
  account_stopped: msg`Stopped account`,
  reversal: msg`Returned by the bank`,
  rejected: msg`Rejected before`,
  server_lost: msg`A server stopped before it answered`,
  rule: msg`Held by the customer’s rule`,
};

/** Returns the short text that operators see for a reason, or the code of an unknown reason. */
export function operatorReasonWords(reason: string): MessageDescriptor | string {
  return OPERATOR_REASONS[reason] ?? reason.replaceAll("_", " ");
}

/** Labels of the steps of a case. */
export const ACT_WORDS: Readonly<Record<CaseStepAct, MessageDescriptor>> = {
  opened: msg`Sent for review`,
  revised: msg`The request was changed`,
  assigned: msg`Taken over`,
  unassigned: msg`Returned to the queue`,
  noted: msg`Note`,
  asked: msg`More information requested`,
  document_sent: msg`Document sent`,
  answered: msg`Replied`,
  first_approval: msg`First approval`,
  approved: msg`Approved`,
  rejected: msg`Not approved`,
  withdrawn: msg`Withdrawn`,
  expired: msg`Time expired`,
  appealed: msg`Appealed`,
};
