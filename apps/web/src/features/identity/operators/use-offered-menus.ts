import { useOffers } from "../../../lib/api/offering.ts";
import { type SessionMenu, useSession } from "../../../lib/session/session-store.ts";

/** Returns the menus of the session, except those of services that are not offered. */
export function useOfferedMenus(): readonly SessionMenu[] {
  const { menus } = useSession();
  const offersNetwork = useOffers("network");
  return offersNetwork ? menus : menus.filter(({ key }) => key !== "network");
}
