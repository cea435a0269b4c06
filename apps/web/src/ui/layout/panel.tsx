import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../style/class-names.ts";

/** Renders a surface with a hairline border and no shadow. */
export function Panel({
  className,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={classNames("hairline rounded-panel bg-surface px-4 py-3.5", className)}>
      {children}
    </div>
  );
}

export type NoteTone = "plain" | "info" | "caution" | "negative" | "positive";

const NOTES: Readonly<Record<NoteTone, readonly [look: string, icon: LucideIcon]>> = {
  plain: ["bg-fill text-ink-2", Info],
  info: ["bg-accent-soft text-accent-ink", Info],
  caution: ["bg-caution-soft text-caution", TriangleAlert],
  negative: ["bg-negative-soft text-negative", OctagonAlert],
  positive: ["bg-positive-soft text-positive", CircleCheck],
};

interface NoteProps {
  readonly tone?: NoteTone | undefined;
  readonly role?: "status" | "alert" | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Renders a note to read before continuing. */
export function Note({ tone = "plain", role, className, children }: NoteProps) {
  const [look, Icon] = NOTES[tone];
  return (
    <div
      role={role}
      className={classNames(
        "flex gap-2.5 rounded-control px-3.5 py-3 text-small/[1.1875rem]",
        look,
        className,
      )}
    >
      <Icon aria-hidden="true" size={18} strokeWidth={1.75} className="flex-none" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Renders a label and its value at opposite ends of a line. Long values wrap below the label. */
export function KeyValue({
  label,
  strong,
  ruled,
  children,
}: {
  readonly label: ReactNode;
  readonly strong?: boolean | undefined;
  /** Draws a hairline above. */
  readonly ruled?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        "flex flex-wrap items-baseline justify-between gap-x-4 py-[9px]",
        ruled && "border-t border-line",
      )}
    >
      <dt className={strong ? "font-semibold" : "text-ink-2"}>{label}</dt>
      <dd className={classNames("ml-auto text-right", strong ? "font-semibold" : "font-medium")}>
        {children}
      </dd>
    </div>
  );
}

/** Renders a section heading: its title, and a link to more content. */
export function SectionHead({
  title,
  children,
}: {
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <h2 className="text-h">{title}</h2>
      {children}
    </div>
  );
}
