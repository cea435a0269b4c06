import { useLingui } from "@lingui/react/macro";
import { operatorPlaces } from "../features/identity/operators/operator-places.ts";
import { useOfferedMenus } from "../features/identity/operators/use-offered-menus.ts";
import { RailFrame, RailLink } from "./rail-frame.tsx";

/** Renders an operator's navigation on wide screens, built from the session's menus. */
export function OperatorRail() {
  const { t } = useLingui();
  return (
    <RailFrame>
      {operatorPlaces(useOfferedMenus()).map(({ path, icon, title }) => (
        <RailLink key={path} to={path} icon={icon} within>
          {t(title)}
        </RailLink>
      ))}
    </RailFrame>
  );
}
