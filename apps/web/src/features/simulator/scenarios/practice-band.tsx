import { Trans } from "@lingui/react/macro";
import { GraduationCap } from "lucide-react";

/** Renders a sticky notice on every practice page that says that nothing here is real. */
export function PracticeBand() {
  return (
    <p className="sticky top-14 z-10 -mx-(--gutter) mb-4 flex min-h-11 items-center gap-2 bg-caution-soft px-(--gutter) py-2 text-small font-medium text-caution lg:mx-0">
      <GraduationCap aria-hidden="true" size={18} strokeWidth={1.75} className="flex-none" />
      <Trans>Practice. No real money</Trans>
    </p>
  );
}
