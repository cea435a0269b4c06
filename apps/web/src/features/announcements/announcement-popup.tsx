import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocale } from "../../lib/locale.ts";
import { useSession } from "../../lib/session-store.ts";
import { useStore } from "../../lib/store.ts";
import { lazySheet } from "../../ui/lazy-part.tsx";
import { announcementStore, closeAnnouncements, openAnnouncements } from "./announcement-store.ts";
import { activeAnnouncementsQuery } from "./announcements.queries.ts";
import { isClosedHere, isSuppressed, keepClosedHere, suppress } from "./suppression.ts";

const AnnouncementDialog = lazySheet(async () => {
  return (await import("./announcement-dialog.tsx")).AnnouncementDialog;
});

/** Whose announcements were closed since the page was loaded, also where nothing can be stored. */
let closedFor: string | undefined;

interface AnnouncementPopupProps {
  /** Something else is open on the page: nothing pops up over it. */
  readonly hold: boolean;
}

/**
 * Pops the active announcements up on home, until they are closed in this tab or the reader asked
 * for a day's peace; and whenever the bell is pressed. They go with the page.
 */
export function AnnouncementPopup({ hold }: AnnouncementPopupProps) {
  const { token } = useSession();
  const locale = useLocale();
  const { open } = useStore(announcementStore);
  const signedIn = token !== null;
  const active = useQuery({ ...activeAnnouncementsQuery(locale), enabled: signedIn });
  const some = (active.data?.length ?? 0) > 0;

  useEffect(() => {
    const closed = closedFor === token || isClosedHere() || isSuppressed(Date.now());
    if (token !== null && some && !hold && !closed) {
      openAnnouncements();
    }
  }, [token, some, hold]);
  useEffect(() => closeAnnouncements, []);

  useEffect(() => {
    if (active.error !== null) {
      // biome-ignore lint/suspicious/noConsole: a popup that did not load is only logged
      console.debug("Announcements did not load", active.error);
    }
  }, [active.error]);

  if (token === null || !open) {
    return null;
  }
  return (
    <AnnouncementDialog
      announcements={active.data ?? []}
      open
      onClose={(hideForADay) => {
        if (hideForADay) {
          suppress(Date.now());
        }
        closedFor = token;
        keepClosedHere();
        closeAnnouncements();
      }}
    />
  );
}
