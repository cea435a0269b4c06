import { useOffers } from "../../../lib/api/offering.ts";
import { type SessionMenu, useSession } from "../../../lib/session/session-store.ts";

/** The menus of the sign-in, without those of a service that is not offered. */
export function useOfferedMenus(): readonly SessionMenu[] {
  const { menus } = useSession();
  const offersNetwork = useOffers("network");
  return offersNetwork ? menus : menus.filter(({ key }) => key !== "network");
}
