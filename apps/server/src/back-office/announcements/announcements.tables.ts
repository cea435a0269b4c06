import type {
  AnnouncementAudience,
  AnnouncementType,
} from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";

interface AnnouncementRow {
  id: string;
  type: AnnouncementType;
  audience: AnnouncementAudience;
  is_draft: boolean;
  starts_at: Date | null;
  ends_at: Date | null;
  revision: number;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
  deleted_at: Date | null;
  client_key: string | null;
  deleted_with: string | null;
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
