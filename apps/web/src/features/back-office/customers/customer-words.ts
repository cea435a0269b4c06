import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CorrectionStatus } from "@tessera/contract/back-office/adjustments.schemas";
import type { SuspensionReason } from "@tessera/contract/back-office/customers.schemas";
import { Ban, Check, CircleSlash, Hourglass, type LucideIcon, TimerOff } from "lucide-react";
import type { ChipTone } from "../../../ui/text/status-chip.tsx";
import type { OperatorFreezeReason } from "./customers.mutations.ts";

export const SUSPENSION_REASON_NAMES: Readonly<Record<SuspensionReason, MessageDescriptor>> = {
  suspected_fraud: msg`Suspected fraud`,
  compliance: msg`Compliance check`,
  customer_request: msg`Requested by the customer`,
  other: msg`Another reason`,
};

export const FREEZE_REASON_NAMES: Readonly<Record<OperatorFreezeReason, MessageDescriptor>> = {
  suspected_fraud: msg`Suspected fraud`,
  compliance: msg`Compliance check`,
  other: msg`Another reason`,
};

interface CorrectionLook {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

export const CORRECTION_LOOKS: Readonly<Record<CorrectionStatus, CorrectionLook>> = {
  waiting: { tone: "caution", icon: Hourglass, text: msg`Waiting` },
  approved: { tone: "positive", icon: Check, text: msg`Approved` },
  refused: { tone: "negative", icon: Ban, text: msg`Rejected` },
  withdrawn: { tone: "outline", icon: CircleSlash, text: msg`Withdrawn` },
  expired: { tone: "outline", icon: TimerOff, text: msg`Expired` },
};
