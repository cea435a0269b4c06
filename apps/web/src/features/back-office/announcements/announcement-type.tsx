import { useLingui } from "@lingui/react/macro";
import type { Announcement } from "@tessera/contract/back-office/announcements.schemas";
import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";

const LOOKS: Readonly<Record<Announcement["type"], readonly [look: string, icon: LucideIcon]>> = {
  info: ["bg-accent-soft text-accent-ink", Info],
  warning: ["bg-caution-soft text-caution", TriangleAlert],
  success: ["bg-positive-soft text-positive", CircleCheck],
  error: ["bg-negative-soft text-negative", OctagonAlert],
};

/** Renders the icon tile for the type of an announcement. */
export function AnnouncementType({ type }: { readonly type: Announcement["type"] }) {
  const { t } = useLingui();
  const [look, Icon] = LOOKS[type] ?? LOOKS.info;
  const names: Record<Announcement["type"], string> = {
    info: t`Information`,
    warning: t`Warning`,
    success: t`Good news`,
    error: t`Problem`,
  };
  return (
    <span
      role="img"
      aria-label={names[type]}
      className={`grid size-10 place-items-center rounded-small ${look}`}
    >
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
    </span>
  );
}
