import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocale } from "../../lib/locale.ts";
import { useSession } from "../../lib/session-store.ts";
import { useStore } from "../../lib/store.ts";
import { lazySheet } from "../../ui/lazy-part.tsx";
import { announcementStore, closeAnnouncements, openAnnouncements } from "./announcement-store.ts";
import { activeAnnouncementsQuery } from "./announcements.queries.ts";
import { isSuppressed, suppress } from "./suppression.ts";

const AnnouncementDialog = lazySheet(async () => {
  return (await import("./announcement-dialog.tsx")).AnnouncementDialog;
});

/** Whose announcements popped up by themselves already: once a load and sign-in. */
let poppedUpFor: string | undefined;

/**
 * Pops the active announcements up once, on load or after signing in, unless the reader asked for
 * a day's peace; and whenever the bell is pressed.
 */
export function AnnouncementPopup() {
  const { token } = useSession();
  const locale = useLocale();
  const { open } = useStore(announcementStore);
  const signedIn = token !== null;
  const active = useQuery({ ...activeAnnouncementsQuery(locale), enabled: signedIn });
  const count = active.data?.length ?? 0;

  useEffect(() => {
    if (token === null) {
      closeAnnouncements();
    } else if (count > 0 && poppedUpFor !== token) {
      poppedUpFor = token;
      if (!isSuppressed(Date.now())) {
        openAnnouncements();
      }
    }
  }, [token, count]);

  useEffect(() => {
    if (active.error !== null) {
      // biome-ignore lint/suspicious/noConsole: a popup that did not load is only logged
      console.debug("Announcements did not load", active.error);
    }
  }, [active.error]);

  if (!signedIn || !open) {
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
        closeAnnouncements();
      }}
    />
  );
}
