import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { DeskStatus, Priority } from "@tessera/contract/back-office/support-desk.schemas";
import { AlarmClock, CircleCheck, Hourglass, Inbox, type LucideIcon } from "lucide-react";
import type { ChipTone } from "../../../../ui/text/status-chip.tsx";

interface Look {
  readonly text: MessageDescriptor;
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
}

/** Labels for a conversation's status, as shown to operators. */
export const DESK_STATUS_LOOKS: Readonly<Record<DeskStatus, Look>> = {
  open: { text: msg({ message: "Open", context: "conversation" }), tone: "info", icon: Inbox },
  pending: { text: msg`Awaiting customer`, tone: "neutral", icon: Hourglass },
  snoozed: { text: msg`Snoozed`, tone: "outline", icon: AlarmClock },
  resolved: { text: msg`Resolved`, tone: "quiet", icon: CircleCheck },
};

export const PRIORITY_WORDS: Readonly<Record<Priority, MessageDescriptor>> = {
  low: msg({ message: "Low", context: "priority" }),
  normal: msg({ message: "Normal", context: "priority" }),
  high: msg({ message: "High", context: "priority" }),
  urgent: msg({ message: "Urgent", context: "priority" }),
};
