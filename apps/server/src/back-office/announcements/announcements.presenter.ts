import type {
  AdminAnnouncement,
  Announcement,
} from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { wireId } from "../../platform/ids.ts";
import { nearestText } from "./announcement-body.policy.ts";
import type { AnnouncementRecord } from "./announcement-records.repository.ts";
import { statusOf } from "./announcement-status.policy.ts";
import type { ShownRow } from "./announcements.repository.ts";

export function presentAnnouncement(row: ShownRow): Announcement {
  return {
    id: wireId("ann", row.id),
    type: row.type,
    locale: row.locale,
    title: row.title,
    content: row.content_clean,
    publishedAt: row.starts_at.toISOString(),
  };
}

/** Presents an announcement to its authors, with its status at `now`. */
export function presentRecord(
  record: AnnouncementRecord,
  now: Date,
  locale: Locale,
): AdminAnnouncement {
  const shown = nearestText(record.texts, locale);
  return {
    id: wireId("ann", record.id),
    type: record.type,
    title: shown?.title ?? "",
    content: shown?.content_clean ?? "",
    audience: record.audience,
    status: statusOf(record, now),
    draft: record.is_draft,
    startsAt: record.starts_at?.toISOString() ?? null,
    endsAt: record.ends_at?.toISOString() ?? null,
    texts: Object.fromEntries(
      record.texts.map(({ locale, title, content_clean: content }) => [locale, { title, content }]),
    ),
    revision: record.revision,
    createdBy: record.created_by,
    createdAt: record.created_at.toISOString(),
    changedBy: record.changed_by,
    changedAt: record.changed_at.toISOString(),
  };
}
