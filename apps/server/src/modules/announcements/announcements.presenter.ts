import type { Announcement } from "@tessera/contract/announcements/announcements.schemas";
import { wireId } from "../../platform/ids.ts";
import type { ShownRow } from "./announcements.repository.ts";

export function presentAnnouncement(row: ShownRow): Announcement {
  return {
    id: wireId("ann", row.id),
    type: row.type,
    title: row.title,
    content: row.content_clean,
    publishedAt: row.starts_at.toISOString(),
  };
}
