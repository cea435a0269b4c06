import type { ReactNode } from "react";

/** Renders a summary line and the page's primary action, fixed to the bottom of the page. */
export function StickySummary({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-(--gutter) mt-5 -mb-10 bg-surface px-(--gutter) pt-3 pb-[max(22px,env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--line)] lg:mx-0 lg:mb-0 lg:rounded-panel lg:px-5 lg:shadow-[0_0_0_1px_var(--line)]">
      {children}
    </div>
  );
}
