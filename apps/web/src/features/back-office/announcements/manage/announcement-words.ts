import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  AnnouncementAudience,
  AnnouncementStatus,
  AnnouncementType,
} from "@tessera/contract/back-office/announcements.schemas";
import { CalendarClock, Check, CircleDashed, CircleSlash, type LucideIcon } from "lucide-react";
import type { ChipTone } from "../../../../ui/text/status-chip.tsx";
import type { DraftProblem, Showing } from "./announcement-draft.ts";

export const TYPE_WORDS: Readonly<Record<AnnouncementType, MessageDescriptor>> = {
  info: msg`Information`,
  warning: msg`Warning`,
  success: msg`Good news`,
  error: msg`Problem`,
};

export const AUDIENCE_WORDS: Readonly<Record<AnnouncementAudience, MessageDescriptor>> = {
  public: msg`Everyone`,
  customers: msg`Customers`,
  operators: msg`Operators`,
};

interface StatusLook {
  readonly text: MessageDescriptor;
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
}

export const STATUS_LOOKS: Readonly<Record<AnnouncementStatus, StatusLook>> = {
  draft: { text: msg`Draft`, tone: "neutral", icon: CircleDashed },
  scheduled: { text: msg`Scheduled`, tone: "info", icon: CalendarClock },
  active: { text: msg`Live`, tone: "positive", icon: Check },
  ended: { text: msg`Ended`, tone: "outline", icon: CircleSlash },
};

export const SHOWING_WORDS: Readonly<Record<Showing, MessageDescriptor>> = {
  draft: msg`Keep as draft`,
  now: msg`Show now`,
  later: msg`At a specific time`,
};

export const PROBLEM_WORDS: Readonly<Record<DraftProblem, MessageDescriptor>> = {
  required: msg`This field is required.`,
  too_long: msg`This is too long.`,
  no_time: msg`Enter a date and time.`,
  ends_before_start: msg`The end must come after the start.`,
  no_language: msg`Fill in at least one language.`,
};
