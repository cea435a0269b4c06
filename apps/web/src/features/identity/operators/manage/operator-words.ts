import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  InvitationStatus,
  OperatorRole,
  OperatorStatus,
} from "@tessera/contract/identity/operators.schemas";
import type { ProposalStatus, SettingName } from "@tessera/contract/identity/proposals.schemas";
import {
  Ban,
  Check,
  CircleSlash,
  Hourglass,
  type LucideIcon,
  TimerOff,
  UserX,
  X,
} from "lucide-react";
import type { ChipTone } from "../../../../ui/text/status-chip.tsx";

export const ROLE_NAMES: Readonly<Record<OperatorRole, MessageDescriptor>> = {
  administrator: msg`Administrator`,
  reviewer: msg`Reviewer`,
  support: msg`Support`,
  auditor: msg`Auditor`,
};

/** Descriptions of the roles, shown when choosing one. */
export const ROLE_HINTS: Readonly<Record<OperatorRole, MessageDescriptor>> = {
  administrator: msg`Runs the program: fees, limits, operators, and all reviewer and support work.`,
  reviewer: msg`Decides cases and adjustments.`,
  support: msg`Answers customers and proposes adjustments.`,
  auditor: msg`Can see everything and change nothing.`,
};

interface Look {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

export const STATUS_LOOKS: Readonly<Record<OperatorStatus, Look>> = {
  active: { tone: "quiet", icon: Check, text: msg`Active` },
  suspended: { tone: "negative", icon: Ban, text: msg`Suspended` },
  removed: { tone: "outline", icon: UserX, text: msg`Removed` },
};

export const INVITATION_LOOKS: Readonly<Record<InvitationStatus, Look>> = {
  waiting: { tone: "info", icon: Hourglass, text: msg`Not accepted yet` },
  accepted: { tone: "quiet", icon: Check, text: msg`Accepted` },
  withdrawn: { tone: "outline", icon: CircleSlash, text: msg`Withdrawn` },
  expired: { tone: "outline", icon: TimerOff, text: msg`Expired` },
};

export const PROPOSAL_LOOKS: Readonly<Record<ProposalStatus, Look>> = {
  waiting: { tone: "caution", icon: Hourglass, text: msg`Waiting for approval` },
  approved: { tone: "quiet", icon: Check, text: msg`Approved` },
  rejected: { tone: "negative", icon: X, text: msg`Rejected` },
  withdrawn: { tone: "outline", icon: CircleSlash, text: msg`Withdrawn` },
  expired: { tone: "outline", icon: TimerOff, text: msg`Expired` },
};

export const LIMIT_NAMES: Readonly<Record<SettingName, MessageDescriptor>> = {
  "withdrawal.reviewAbove": msg`Review withdrawals above`,
  "withdrawal.twoAbove": msg`Two reviewers for withdrawals above`,
  "withdrawal.dayLimitWithoutFactor": msg`Daily withdrawals without a second factor`,
  "withdrawal.dayLimit": msg`Daily withdrawals`,
  "application.reviewAbove": msg`Review applications above`,
  "correction.maxAmount": msg`Maximum adjustment`,
  "exchange.positionLimit": msg`Open position per currency`,
};
