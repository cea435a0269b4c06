import { useOffers } from "../../../lib/api/offering.ts";
import { type SessionMenu, useSession } from "../../../lib/session/session-store.ts";

/** Returns the session's menus, except those for services that are not available. */
export function useOfferedMenus(): readonly SessionMenu[] {
  const { menus } = useSession();
  const offersNetwork = useOffers("network");
  const offersBank = useOffers("bankTransfers");
  return menus.filter(
    ({ key }) => (offersNetwork || key !== "network") && (offersBank || key !== "bank"),
  );
}
