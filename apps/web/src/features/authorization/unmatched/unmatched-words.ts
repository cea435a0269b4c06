import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  UnmatchedKind,
  UnmatchedState,
} from "@tessera/contract/authorization/network.schemas";
import {
  Check,
  CircleSlash,
  Hourglass,
  type LucideIcon,
  Megaphone,
  ReceiptText,
  Stamp,
  Undo2,
} from "lucide-react";
import type { ChipTone } from "../../../ui/text/status-chip.tsx";

interface KindLook {
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

export const KIND_LOOKS: Readonly<Record<UnmatchedKind, KindLook>> = {
  clearing: { icon: ReceiptText, text: msg`Clearing` },
  reversal: { icon: Undo2, text: msg`Reversal` },
  advice: { icon: Megaphone, text: msg`Advice` },
};

interface StateLook {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

export const STATE_LOOKS: Readonly<Record<UnmatchedState, StateLook>> = {
  waiting: { tone: "caution", icon: Hourglass, text: msg`Waiting` },
  applied: { tone: "quiet", icon: Check, text: msg`Matched` },
  posted: { tone: "info", icon: Stamp, text: msg`Posted without authorization` },
  dropped: { tone: "outline", icon: CircleSlash, text: msg`Nothing to do` },
  dismissed: { tone: "outline", icon: CircleSlash, text: msg`Dismissed` },
};
