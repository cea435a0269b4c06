import { useEffect, useState } from "react";
import { AnnouncementPopup } from "../features/back-office/announcements/announcement-popup.tsx";
import { keepForOffline } from "../features/console/app-updates/service-worker.ts";
import { UpdateNotice } from "../features/console/app-updates/update-notice.tsx";
import { LiveUpdates } from "../features/console/live-updates/live-updates.tsx";
import { actsForCompany } from "../features/identity/companies/switch-account.ts";
import { loadTexts } from "../i18n/catalog.ts";
import { useSession } from "../lib/session/session-store.ts";
import { lazyPart } from "../ui/layout/lazy-part.tsx";

interface Watching {
  readonly onAsking: (asking: boolean) => void;
}

const ActingBanner = lazyPart(
  async () => {
    const [part] = await Promise.all([
      import("../features/identity/companies/acting-banner.tsx"),
      loadTexts("companies"),
    ]);
    return part.ActingBanner;
  },
  null,
  () => null,
);

const AcceptanceWatch = lazyPart(
  async () => (await import("../features/identity/legal/acceptance-watch.tsx")).AcceptanceWatch,
  null,
  WatchFailed,
);

/**
 * Lets announcements appear. If a call is rejected later, the customer is still asked to accept the
 * legal texts.
 */
function WatchFailed({ props: { onAsking } }: { readonly props: Watching }) {
  useEffect(() => onAsking(false), [onAsking]);
  return null;
}

/**
 * Renders the parts that run behind every page: live updates, offline support, notices if either of
 * these fails, announcements, and for which company the tab acts.
 *
 * @param inside whether the page belongs to a signed-in customer
 */
export function Background({ inside }: { readonly inside: boolean }) {
  // Announcements wait until we know whether the customer has to accept legal texts.
  const [asking, setAsking] = useState(true);
  const { token } = useSession();
  useEffect(() => {
    void keepForOffline();
  }, []);
  return (
    <>
      {inside && actsForCompany(token) && <ActingBanner />}
      {inside && <LiveUpdates />}
      {inside && <AcceptanceWatch onAsking={setAsking} />}
      {inside && <AnnouncementPopup hold={asking} />}
      <UpdateNotice />
    </>
  );
}
