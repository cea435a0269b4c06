import { useOffers } from "../../../lib/api/offering.ts";
import { type SessionMenu, useSession } from "../../../lib/session/session-store.ts";

/** Returns the session's menus, except those for services that are not available. */
export function useOfferedMenus(): readonly SessionMenu[] {
  const { menus } = useSession();
  const offersNetwork = useOffers("network");
  return offersNetwork ? menus : menus.filter(({ key }) => key !== "network");
}
