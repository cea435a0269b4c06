import { useLingui } from "@lingui/react/macro";
import { Link, useRouter } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { iconButtonClass } from "../../../../ui/form/icon-button.tsx";

/** Renders the editor's top bar: the back button, the title and the actions on the rule. */
export function EditorBar({
  title,
  children,
}: {
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) {
  const { t } = useLingui();
  const router = useRouter();
  return (
    <header className="sticky top-0 z-20 flex min-h-14 flex-wrap items-center bg-page px-2">
      <Link
        to="/risk-strategies"
        aria-label={t`Close`}
        className={iconButtonClass}
        onClick={(event) => {
          const opened = router.state.location.state.openedHere === true;
          if (opened && !event.metaKey && !event.ctrlKey) {
            event.preventDefault();
            router.history.back();
          }
        }}
      >
        <X aria-hidden="true" size={24} strokeWidth={1.6} />
      </Link>
      <h1 className="min-w-0 flex-[1_1_4rem] pl-1 text-h">{title}</h1>
      {children}
    </header>
  );
}
