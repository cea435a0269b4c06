import type { AnnouncementStatus } from "@tessera/contract/back-office/announcements.schemas";

interface Scheduled {
  readonly is_draft: boolean;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
}

/**
 * Returns an announcement's status at a given time. It is active from its start until just before
 * its end.
 */
export function statusOf(
  { is_draft, starts_at, ends_at }: Scheduled,
  now: Date,
): AnnouncementStatus {
  if (is_draft || starts_at === null) {
    return "draft";
  }
  if (starts_at > now) {
    return "scheduled";
  }
  return ends_at !== null && ends_at <= now ? "ended" : "active";
}
