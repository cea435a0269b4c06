import { useLingui } from "@lingui/react/macro";
import { Link, type LinkProps, useCanGoBack, useRouter } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { iconButtonClass } from "../form/icon-button.tsx";

interface TopBarProps {
  readonly title?: ReactNode;
  /**
   * Where the back button leads if there is no history. Absent on pages that are in the navigation.
   */
  readonly backTo?: LinkProps;
  /** Icon buttons at the end. */
  readonly children?: ReactNode;
}

/** Renders a page's top bar: the back button, the title, and actions on the page. */
export function TopBar({ title, backTo, children }: TopBarProps) {
  return (
    // Compensates for the icon buttons' padding, so that the icons align with the page's gutter.
    <header
      className="sticky top-0 z-20 flex min-h-14 flex-wrap items-center bg-page px-2"
      style={{ marginInline: "calc(var(--gutter) - 20px)" }}
    >
      {backTo && <BackLink to={backTo} />}
      {title === undefined ? (
        <span className="flex-1" />
      ) : (
        <h1 className={`min-w-0 flex-[1_1_4rem] ${backTo ? "pl-1 text-h" : "pl-3 text-h2"}`}>
          {title}
        </h1>
      )}
      {children}
    </header>
  );
}

function BackLink({ to }: { readonly to: LinkProps }) {
  const { t } = useLingui();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <Link
      {...to}
      aria-label={t`Back`}
      className={iconButtonClass}
      onClick={(event) => {
        if (canGoBack && !event.metaKey && !event.ctrlKey) {
          event.preventDefault();
          router.history.back();
        }
      }}
    >
      <ChevronLeft aria-hidden="true" size={24} strokeWidth={1.6} />
    </Link>
  );
}
