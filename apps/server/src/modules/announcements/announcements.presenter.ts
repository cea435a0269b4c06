import type {
  AdminAnnouncement,
  Announcement,
} from "@tessera/contract/announcements/announcements.schemas";
import { wireId } from "../../platform/ids.ts";
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

/** An announcement for those who write it, as it stands at `now`. */
export function presentRecord(record: AnnouncementRecord, now: Date): AdminAnnouncement {
  return {
    id: wireId("ann", record.id),
    type: record.type,
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
