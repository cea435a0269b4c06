import { useEffect, useState } from "react";
import { AnnouncementPopup } from "../features/back-office/announcements/announcement-popup.tsx";
import { keepForOffline } from "../features/console/app-updates/service-worker.ts";
import { UpdateNotice } from "../features/console/app-updates/update-notice.tsx";
import { LiveUpdates } from "../features/console/live-updates/live-updates.tsx";
import { lazyPart } from "../ui/layout/lazy-part.tsx";

interface Watching {
  readonly onAsking: (asking: boolean) => void;
}

const AcceptanceWatch = lazyPart(
  async () => (await import("../features/identity/legal/acceptance-watch.tsx")).AcceptanceWatch,
  null,
  WatchFailed,
);

/** Without it announcements go on; a refused call still says what is to be accepted. */
function WatchFailed({ props: { onAsking } }: { readonly props: Watching }) {
  useEffect(() => onAsking(false), [onAsking]);
  return null;
}

/**
 * What goes on behind every page: it is kept up to date, opens without a network, says so where one
 * of these is not possible, and announces what there is to announce.
 *
 * @param inside whether the page is the customer's own
 */
export function Background({ inside }: { readonly inside: boolean }) {
  // Announcements wait until it is known whether there are texts to accept.
  const [asking, setAsking] = useState(true);
  useEffect(() => {
    void keepForOffline();
  }, []);
  return (
    <>
      {inside && <LiveUpdates />}
      {inside && <AcceptanceWatch onAsking={setAsking} />}
      {inside && <AnnouncementPopup hold={asking} />}
      <UpdateNotice />
    </>
  );
}
