import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  Ban,
  Check,
  CircleSlash,
  Hourglass,
  ListEnd,
  LoaderCircle,
  type LucideIcon,
  ScanSearch,
  TimerOff,
  TriangleAlert,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../style/class-names.ts";
import { type StatusKind, type StatusLabel, statusLabel } from "./status-label.ts";

export type ChipTone =
  | "info"
  | "caution"
  | "negative"
  | "positive"
  | "neutral"
  | "quiet"
  | "outline";

const TONES: Readonly<Record<ChipTone, string>> = {
  info: "bg-accent-soft pr-[7px] pl-[5px] text-accent-ink",
  caution: "bg-caution-soft pr-[7px] pl-[5px] text-caution",
  negative: "bg-negative-soft pr-[7px] pl-[5px] text-negative",
  positive: "bg-positive-soft pr-[7px] pl-[5px] text-positive",
  neutral: "bg-fill pr-[7px] pl-[5px] text-ink-2",
  quiet: "text-ink-3 [&>svg]:text-positive",
  outline: "hairline pr-1.5 pl-1 text-ink-3",
};

interface ChipProps {
  readonly tone: ChipTone;
  readonly icon?: LucideIcon | undefined;
  readonly children: ReactNode;
}

/**
 * Renders a small label, 20 px high. Its color is never the only cue: an icon or text conveys the
 * same meaning.
 */
export function Chip({ tone, icon: Icon, children }: ChipProps) {
  return (
    <span
      className={classNames(
        "inline-flex min-h-5 items-center gap-1 rounded-chip text-micro font-medium whitespace-nowrap",
        TONES[tone],
      )}
    >
      {Icon && <Icon aria-hidden="true" size={12} strokeWidth={2.4} className="flex-none" />}
      {children}
    </span>
  );
}

interface Look {
  readonly tone: ChipTone;
  readonly icon: LucideIcon;
  readonly text: MessageDescriptor;
}

const LOOKS: Readonly<Record<StatusLabel, Look>> = {
  processing: { tone: "info", icon: LoaderCircle, text: msg`Processing` },
  "under-review": { tone: "caution", icon: ScanSearch, text: msg`Under review` },
  queued: { tone: "neutral", icon: ListEnd, text: msg`Queued` },
  completed: { tone: "quiet", icon: Check, text: msg`Completed` },
  failed: { tone: "negative", icon: TriangleAlert, text: msg`Failed` },
  declined: { tone: "negative", icon: Ban, text: msg`Declined` },
  rejected: { tone: "negative", icon: X, text: msg`Rejected` },
  cancelled: { tone: "outline", icon: CircleSlash, text: msg`Canceled` },
  expired: { tone: "outline", icon: TimerOff, text: msg`Expired` },
  "awaiting-confirmation": { tone: "info", icon: Hourglass, text: msg`Awaiting confirmation` },
};

/** Returns the text for a status, for places without room for a chip. */
export function statusText(status: string, kind: StatusKind = "bill"): MessageDescriptor {
  return LOOKS[statusLabel(status, kind)].text;
}

interface StatusChipProps {
  /** The status from the API. */
  readonly status: string;
  readonly kind?: StatusKind | undefined;
}

/** Renders a status in the reader's language. */
export function StatusChip({ status, kind = "bill" }: StatusChipProps) {
  const { t } = useLingui();
  const look = LOOKS[statusLabel(status, kind)];
  return (
    <Chip tone={look.tone} icon={look.icon}>
      {t(look.text)}
    </Chip>
  );
}
