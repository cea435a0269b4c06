import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { useStore } from "../../../lib/session/store.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { useSomethingOpen } from "../../../ui/overlay/open-layers.ts";
import { announcementStore, closeAnnouncements, openAnnouncements } from "./announcement-store.ts";
import { activeAnnouncementsQuery } from "./announcements.queries.ts";
import { isSuppressed, suppress } from "./suppression.ts";

const AnnouncementDialog = lazySheet(async () => {
  return (await import("./announcement-dialog.tsx")).AnnouncementDialog;
});

/**
 * Token of the last session that was offered announcements since the page loaded, even if there
 * were none to show.
 */
let offeredTo: string | undefined;

/**
 * Shows the active announcements when the console is opened, on any screen, and whenever the bell
 * is pressed. They do not pop up if the user hid them for a day. Once closed, they stay closed
 * until the next page load. The popup appears only after other dialogs are closed. Announcements
 * that arrive later do not pop up, because that would interrupt the user.
 */
export function AnnouncementPopup({ hold: isHeld = false }: { readonly hold?: boolean }) {
  const { token } = useSession();
  const locale = useLocale();
  const { open } = useStore(announcementStore);
  const somethingOpen = useSomethingOpen();
  const hold = isHeld || somethingOpen;
  const active = useQuery({ ...activeAnnouncementsQuery(locale), enabled: token !== null });
  const { data } = active;

  useEffect(() => {
    if (token === null || data === undefined || hold || offeredTo === token) {
      return;
    }
    offeredTo = token;
    if (data.length > 0 && !isSuppressed(Date.now())) {
      openAnnouncements();
    }
  }, [token, data, hold]);
  useEffect(() => {
    if (token === null) {
      closeAnnouncements();
    }
  }, [token]);

  useEffect(() => {
    if (active.error !== null) {
      // biome-ignore lint/suspicious/noConsole: a popup that fails to load is only logged
      console.debug("Announcements did not load", active.error);
    }
  }, [active.error]);

  if (token === null || !open) {
    return null;
  }
  return (
    <AnnouncementDialog
      announcements={data ?? []}
      open
      onClose={(hideForADay) => {
        if (hideForADay) {
          suppress(Date.now());
        }
        closeAnnouncements();
      }}
    />
  );
}
