import { Trans, useLingui } from "@lingui/react/macro";
import { placesBeyondNav } from "../../../features/identity/operators/operator-places.ts";
import { useOfferedMenus } from "../../../features/identity/operators/use-offered-menus.ts";
import { SettingsRowLink } from "../../../ui/list/list-row.tsx";
import { Group } from "./profile-lists.tsx";

/**
 * Renders links to an operator's other pages. On wide screens, the navigation rail lists all pages.
 */
export function PlacesList() {
  const { t } = useLingui();
  const places = placesBeyondNav(useOfferedMenus());
  if (places.length === 0) {
    return null;
  }
  return (
    <div className="lg:hidden">
      <Group title={<Trans>Operations</Trans>}>
        {places.map(({ path, icon: Icon, title }) => (
          <SettingsRowLink
            key={path}
            icon={<Icon aria-hidden="true" size={20} strokeWidth={1.75} />}
            title={t(title)}
            to={{ to: path }}
          />
        ))}
      </Group>
    </div>
  );
}
