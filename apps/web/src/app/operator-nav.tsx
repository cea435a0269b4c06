import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { placesInNav } from "../features/identity/operators/operator-places.ts";
import { useOfferedMenus } from "../features/identity/operators/use-offered-menus.ts";
import { NAV_ICON, NAV_ITEM, NavFrame } from "./bottom-nav.tsx";

/** Renders an operator's navigation on phones and tablets; the last item lists the other pages. */
export function OperatorNav() {
  const { t } = useLingui();
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <NavFrame>
      {placesInNav(useOfferedMenus(), pathname).map(({ path, icon: Icon, title, brief }) => (
        // Each item is as wide as its label, but never narrower than a touch target. Five items fit
        // on the smallest phone.
        <Link key={path} to={path} className={NAV_ITEM} style={{ flexBasis: "auto", minWidth: 44 }}>
          <Icon {...NAV_ICON} />
          {t(brief ?? title)}
        </Link>
      ))}
    </NavFrame>
  );
}
