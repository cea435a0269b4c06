import type { LucideIcon } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { useSomethingOpen } from "../../../ui/overlay/open-layers.ts";

/** Position above an open sheet. At the bottom, the notice would cover the sheet's last line. */
const ABOVE_A_SHEET: CSSProperties = {
  position: "fixed",
  top: "max(8px, env(safe-area-inset-top))",
};

interface PageSignProps {
  readonly icon: LucideIcon;
  readonly iconClass: string;
  readonly children: ReactNode;
}

/** Renders an unobtrusive line at the bottom of the page, or at the top while a sheet is open. */
export function PageSign({ icon: Icon, iconClass, children }: PageSignProps) {
  const covered = useSomethingOpen();
  return (
    <div
      style={covered ? ABOVE_A_SHEET : undefined}
      className="hairline flex min-h-9 max-w-md animate-[appear_220ms] items-center gap-2 rounded-small bg-surface px-3 py-1.5 text-small text-ink-2"
    >
      <Icon aria-hidden="true" size={16} strokeWidth={2} className={iconClass} />
      {children}
    </div>
  );
}
