import type { ANNOUNCEMENT_TYPES } from "@tessera/contract/announcements/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";

/** Who an announcement is shown to. */
export const ANNOUNCEMENT_AUDIENCES = ["public", "customers", "operators"] as const;
export type AnnouncementAudience = (typeof ANNOUNCEMENT_AUDIENCES)[number];
export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number];

interface AnnouncementRow {
  id: string;
  type: AnnouncementType;
  audience: AnnouncementAudience;
  starts_at: Date;
  ends_at: Date | null;
  withdrawn_at: Date | null;
  created_by: string;
  created_at: Date;
}

interface AnnouncementTextRow {
  announcement_id: string;
  locale: Locale;
  title: string;
  content_raw: string;
  content_clean: string;
  sanitiser_version: number;
}

export type AnnouncementTables = {
  announcement: AnnouncementRow;
  announcement_text: AnnouncementTextRow;
};
