import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { placesInNav } from "../features/identity/operators/operator-places.ts";
import { useOfferedMenus } from "../features/identity/operators/use-offered-menus.ts";
import { NAV_ICON, NAV_ITEM, NavFrame } from "./bottom-nav.tsx";

/** An operator's first places and their own, on phones and tablets; the last leads to the rest. */
export function OperatorNav() {
  const { t } = useLingui();
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <NavFrame>
      {placesInNav(useOfferedMenus(), pathname).map(({ path, icon: Icon, title, brief }) => (
        // As wide as its word or a thumb: five stand side by side on the smallest phone.
        <Link key={path} to={path} className={NAV_ITEM} style={{ flexBasis: "auto", minWidth: 44 }}>
          <Icon {...NAV_ICON} />
          {t(brief ?? title)}
        </Link>
      ))}
    </NavFrame>
  );
}
