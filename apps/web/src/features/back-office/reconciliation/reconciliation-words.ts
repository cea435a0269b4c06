import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  BreakAge,
  BreakEvent,
  BreakKind,
  BreakReason,
  BreakState,
  SourceName,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import { Check, FileQuestionMark, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ChipTone } from "../../../ui/text/status-chip.tsx";

export const SOURCE_WORDS: Readonly<Record<SourceName, MessageDescriptor>> = {
  bank: msg`Banks`,
  chain: msg`Chains`,
  card_network: msg`Card network`,
};

/** What each source says, and where. */
export const OUTSIDE_WORDS: Readonly<Record<SourceName, MessageDescriptor>> = {
  bank: msg`Bank statement`,
  chain: msg`On chain`,
  card_network: msg`Settlement`,
};

export const KIND_WORDS: Readonly<Record<BreakKind, MessageDescriptor>> = {
  missing_in_ledger: msg`Missing in the ledger`,
  missing_outside: msg`Missing outside`,
  amount_differs: msg`Amounts differ`,
  duplicate: msg`Booked twice`,
  late: msg`Days apart`,
};

/** What each kind means. */
export const KIND_MEANINGS: Readonly<Record<BreakKind, MessageDescriptor>> = {
  missing_in_ledger: msg`The other side has it, and the ledger has credited or charged nobody.`,
  missing_outside: msg`The ledger has it, and the other side does not.`,
  amount_differs: msg`Both sides have it with different amounts.`,
  duplicate: msg`One side has it more often than the other, or very likely twice.`,
  late: msg`Both sides have it, but more than three days apart.`,
};

export const REASON_WORDS: Readonly<Record<BreakReason, MessageDescriptor>> = {
  waiting: msg`It waits to be processed.`,
  reviewing: msg`A review of it is open.`,
  unmatched: msg`Nobody could be credited with it.`,
  returning: msg`It is to be returned to its payer.`,
  returned: msg`It was returned to its sender after a review.`,
  outflow: msg`Nothing explains this debit.`,
  confirming: msg`It waits for confirmations.`,
  not_recorded: msg`It was never recorded.`,
};

export const AGE_WORDS: Readonly<Record<BreakAge, MessageDescriptor>> = {
  day: msg`Up to a day`,
  three_days: msg`1 to 3 days`,
  week: msg`3 to 7 days`,
  older: msg`Over a week`,
};

interface StateLook {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

export const STATE_LOOKS: Readonly<Record<BreakState, StateLook>> = {
  open: { tone: "caution", icon: TriangleAlert, text: msg`Open` },
  explained: { tone: "info", icon: FileQuestionMark, text: msg`Explained` },
  resolved: { tone: "quiet", icon: Check, text: msg`Resolved` },
};

export const EVENT_WORDS: Readonly<Record<BreakEvent, MessageDescriptor>> = {
  found: msg`Found`,
  found_again: msg`Found again`,
  changed: msg`Changed`,
  assigned: msg`Assigned`,
  unassigned: msg`Assigned to nobody`,
  explained: msg`Explained`,
  closed: msg`No longer found`,
};
