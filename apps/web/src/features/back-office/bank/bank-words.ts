import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  BankEntryState,
  StatementImports,
  UnmatchedReason,
} from "@tessera/contract/money-movement/bank.schemas";
import {
  ArrowLeftRight,
  ArrowUpRight,
  Check,
  CircleSlash,
  Hourglass,
  type LucideIcon,
  ScanSearch,
  SearchX,
  Undo2,
} from "lucide-react";
import type { ChipTone } from "../../../ui/text/status-chip.tsx";

interface StateLook {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

export const ENTRY_LOOKS: Readonly<Record<BankEntryState, StateLook>> = {
  waiting: { tone: "outline", icon: Hourglass, text: msg`Being processed` },
  credited: { tone: "quiet", icon: Check, text: msg`Credited` },
  reviewing: { tone: "caution", icon: ScanSearch, text: msg`Under review` },
  unmatched: { tone: "caution", icon: SearchX, text: msg`No customer` },
  returning: { tone: "info", icon: Undo2, text: msg`To be returned` },
  returned: { tone: "quiet", icon: Undo2, text: msg`Returned to the payer` },
  reversed: { tone: "outline", icon: CircleSlash, text: msg`Reversed by the bank` },
  traded: { tone: "quiet", icon: ArrowLeftRight, text: msg`Side of a trade` },
  outflow: { tone: "outline", icon: ArrowUpRight, text: msg`Unexplained debit` },
  return_paid: { tone: "outline", icon: ArrowUpRight, text: msg`Payment of a return` },
  reversal: { tone: "outline", icon: ArrowUpRight, text: msg`Reversal` },
};

const REASONS: Readonly<Record<UnmatchedReason, MessageDescriptor>> = {
  no_reference: msg`The payer wrote no reference.`,
  unknown_reference: msg`No customer has this reference.`,
  several_references: msg`The payer wrote more than one reference.`,
  other_cell: msg`The reference belongs to a customer of another cell.`,
  other_currency: msg`The reference is for another currency.`,
  account_closed: msg`The customer’s account is closed.`,
  account_stopped: msg`The customer’s account is stopped.`,
  reversal: msg`The bank returned money that the program had paid.`,
  rejected: msg`The review rejected the transfer.`,
  reopened: msg`An operator put it back.`,
};

/** Returns why a transfer has no customer, or the reason that an operator wrote. */
export function reasonWords(reason: string): MessageDescriptor | string {
  return (REASONS as Readonly<Partial<Record<string, MessageDescriptor>>>)[reason] ?? reason;
}

type ImportState = StatementImports["data"][number]["state"];

export const IMPORT_LOOKS: Readonly<Record<ImportState, StateLook>> = {
  reading: { tone: "info", icon: Hourglass, text: msg`Being read` },
  imported: { tone: "quiet", icon: Check, text: msg`Imported` },
  refused: { tone: "caution", icon: CircleSlash, text: msg`Refused` },
  broken_off: { tone: "caution", icon: CircleSlash, text: msg`Broken off` },
};
