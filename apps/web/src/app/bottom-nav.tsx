import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { CreditCard, User, Wallet } from "lucide-react";
import type { ReactNode } from "react";

/** Styles for an item in the bottom navigation; an accent-colored tile marks the current one. */
export const NAV_ITEM =
  "relative flex h-[62px] flex-1 flex-col items-center justify-center gap-[3px] pt-1 text-micro font-medium text-ink-3 -outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:-top-px aria-[current=page]:before:h-[5px] aria-[current=page]:before:w-[5px] aria-[current=page]:before:bg-accent aria-[current=page]:before:shadow-[-7px_0_0_var(--accent),7px_0_0_var(--accent)]";
/** Icon props for the bottom navigation. */
export const NAV_ICON = { "aria-hidden": true, size: 24, strokeWidth: 1.6 } as const;

/** Renders the bar at the bottom of phones and tablets. */
export function NavFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Main`}
      className="fixed inset-x-0 bottom-0 z-30 bg-page pb-[max(14px,env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--line)] lg:hidden"
    >
      <div className="mx-auto flex max-w-[560px] px-3">{children}</div>
    </nav>
  );
}

/** Renders links to the console's three main pages, for phones and tablets. */
export function BottomNav() {
  const { t } = useLingui();
  return (
    <NavFrame>
      <Link to="/" activeOptions={{ exact: true }} className={NAV_ITEM}>
        <CreditCard {...NAV_ICON} />
        {t`Card`}
      </Link>
      <Link to="/wallet" activeOptions={{ exact: true }} className={NAV_ITEM}>
        <Wallet {...NAV_ICON} />
        {t`Wallet`}
      </Link>
      <Link to="/profile" activeOptions={{ exact: true }} className={NAV_ITEM}>
        <User {...NAV_ICON} />
        {t`My`}
      </Link>
    </NavFrame>
  );
}
