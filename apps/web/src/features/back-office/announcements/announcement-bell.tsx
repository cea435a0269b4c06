import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useLocale } from "../../../lib/locale.ts";
import { useStore } from "../../../lib/session/store.ts";
import { useSettled } from "../../../lib/time/until-idle.ts";
import { IconButton } from "../../../ui/form/icon-button.tsx";
import { announcementStore, openAnnouncements } from "./announcement-store.ts";
import { activeAnnouncementsQuery } from "./announcements.queries.ts";

/** Opens the announcements. Shows a badge while any are unread. */
export function AnnouncementBell() {
  const { t } = useLingui();
  const query = activeAnnouncementsQuery(useLocale());
  // The badge is not urgent, so its data is loaded after the page's content.
  const active = useQuery({ ...query, enabled: useSettled() });
  const { seen } = useStore(announcementStore);
  const marked = !seen && (active.data?.length ?? 0) > 0;
  return (
    <IconButton
      label={marked ? t`Announcements, new` : t`Announcements`}
      marked={marked}
      aria-haspopup="dialog"
      onClick={openAnnouncements}
    >
      <Bell aria-hidden="true" size={24} strokeWidth={1.6} />
    </IconButton>
  );
}
