import { useEffect } from "react";
import { AnnouncementPopup } from "../features/announcements/announcement-popup.tsx";
import { ConnectionSign } from "../features/events/connection-sign.tsx";
import { LiveUpdates } from "../features/events/live-updates.tsx";
import { keepForOffline } from "../features/updates/service-worker.ts";
import { UpdateNotice } from "../features/updates/update-notice.tsx";

/**
 * What goes on behind every page: it is kept up to date, opens without a network, says so where one
 * of these is not possible, and announces what there is to announce.
 *
 * @param inside whether the page is the customer's own
 */
export function Background({ inside }: { readonly inside: boolean }) {
  useEffect(() => {
    void keepForOffline();
  }, []);
  return (
    <>
      {inside ? <LiveUpdates /> : <ConnectionSign lost={false} />}
      {inside && <AnnouncementPopup />}
      <UpdateNotice />
    </>
  );
}
