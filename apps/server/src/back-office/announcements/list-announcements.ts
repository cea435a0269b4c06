import { hash } from "node:crypto";
import type {
  AdminAnnouncement,
  ListAnnouncementsQuery,
} from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decodeCursor, encodeCursor } from "../../platform/paging/cursor.ts";
import { findAnnouncement, selectAnnouncements } from "./announcement-records.repository.ts";
import { presentRecord } from "./announcements.presenter.ts";

const DEFAULT_LIMIT = 20;

/** Returns the scope of a cursor, which is valid only for the filters that it was created with. */
function scopeOf({ cursor: _, limit: __, ...filters }: ListAnnouncementsQuery): string {
  const entries = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return `announcements:${hash("sha256", JSON.stringify(entries), "base64url")}`;
}

/**
 * Lists a page of announcements that have not been deleted, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor created with other filters
 */
export async function listAnnouncements(
  context: AppContext,
  query: ListAnnouncementsQuery,
  locale: Locale,
): Promise<{ data: AdminAnnouncement[]; nextCursor: string | null }> {
  const { status, type, audience, missing, cursor, limit = DEFAULT_LIMIT } = query;
  const now = context.clock.now();
  const titled = query.q?.trim() ?? "";
  const [beforeId] = cursor === undefined ? [] : decodeCursor(context.keys, scopeOf(query), cursor);
  const records = await selectAnnouncements(context.db.kysely, {
    now,
    limit: limit + 1,
    ...(status !== undefined && { status }),
    ...(type !== undefined && { type }),
    ...(audience !== undefined && { audience }),
    ...(missing !== undefined && { missing }),
    ...(titled !== "" && { titled }),
    ...(beforeId !== undefined && { beforeId }),
  });
  const shown = records.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = records.length > limit && last !== undefined;
  return {
    data: shown.map((record) => presentRecord(record, now, locale)),
    nextCursor: hasMore ? encodeCursor(context.keys, scopeOf(query), [last.id]) : null,
  };
}

/**
 * Returns the current state of an announcement.
 *
 * @throws Refusal `not_found`
 */
export async function getAnnouncement(
  context: AppContext,
  id: string | undefined,
  locale: Locale,
): Promise<AdminAnnouncement> {
  const record = id === undefined ? undefined : await findAnnouncement(context.db.kysely, id);
  if (record === undefined) {
    throw new Refusal("not_found");
  }
  return presentRecord(record, context.clock.now(), locale);
}
