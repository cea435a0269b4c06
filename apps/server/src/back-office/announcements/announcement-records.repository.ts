import type {
  AnnouncementAudience,
  AnnouncementStatus,
  AnnouncementType,
} from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { type Selectable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { AnnouncementTables } from "./announcements.tables.ts";

type AnnouncementRow = Selectable<AnnouncementTables["announcement"]>;
type TextRow = Selectable<AnnouncementTables["announcement_text"]>;

/** A text as written and as shown. */
export type StoredText = Omit<TextRow, "announcement_id">;

/** An announcement with its texts. */
export interface AnnouncementRecord extends AnnouncementRow {
  readonly texts: readonly StoredText[];
}

export interface AnnouncementFilter {
  readonly now: Date;
  readonly limit: number;
  readonly status?: AnnouncementStatus;
  readonly type?: AnnouncementType;
  readonly audience?: AnnouncementAudience;
  readonly missing?: Locale;
  /** Part of the title. */
  readonly titled?: string;
  /** Last id of the previous page. */
  readonly beforeId?: string;
}

/**
 * Inserts an announcement with its texts.
 *
 * @returns false if an announcement with this id or client key already exists
 */
export async function insertAnnouncement(tx: Tx, record: AnnouncementRecord): Promise<boolean> {
  const { texts, ...row } = record;
  const written = await tx
    .withTables<AnnouncementTables>()
    .insertInto("announcement")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n) {
    return false;
  }
  await insertTexts(tx, record.id, texts);
  return true;
}

/** Replaces an announcement's editable fields and its texts. */
export async function updateAnnouncement(tx: Tx, record: AnnouncementRecord): Promise<void> {
  const { id, texts, ...row } = record;
  const db = tx.withTables<AnnouncementTables>();
  await db.updateTable("announcement").set(row).where("id", "=", id).execute();
  await db.deleteFrom("announcement_text").where("announcement_id", "=", id).execute();
  await insertTexts(tx, id, texts);
}

async function insertTexts(tx: Tx, id: string, texts: readonly StoredText[]): Promise<void> {
  await tx
    .withTables<AnnouncementTables>()
    .insertInto("announcement_text")
    .values(texts.map((text) => ({ ...text, announcement_id: id })))
    .execute();
}

/** Selects announcements by id FOR UPDATE, including deleted ones. */
export async function lockAnnouncements(
  tx: Tx,
  ids: readonly string[],
): Promise<AnnouncementRecord[]> {
  const rows = await tx
    .withTables<AnnouncementTables>()
    .selectFrom("announcement")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  return withTexts(tx, rows);
}

/** Finds an announcement that has not been deleted. */
export async function findAnnouncement(
  tx: Tx,
  id: string,
): Promise<AnnouncementRecord | undefined> {
  const rows = await tx
    .withTables<AnnouncementTables>()
    .selectFrom("announcement")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
  return (await withTexts(tx, rows))[0];
}

/** Finds the announcement that an earlier call wrote, even if it has since been deleted. */
export async function findByClientKey(
  tx: Tx,
  clientKey: string,
): Promise<AnnouncementRecord | undefined> {
  const rows = await tx
    .withTables<AnnouncementTables>()
    .selectFrom("announcement")
    .selectAll()
    .where("client_key", "=", clientKey)
    .execute();
  return (await withTexts(tx, rows))[0];
}

/** Marks announcements as deleted, with the key of the call. */
export async function markDeleted(
  tx: Tx,
  ids: readonly string[],
  mark: { readonly at: Date; readonly by: string; readonly deletedWith: string | null },
): Promise<void> {
  await tx
    .withTables<AnnouncementTables>()
    .updateTable("announcement")
    .set((eb) => ({
      deleted_at: mark.at,
      deleted_with: mark.deletedWith,
      changed_at: mark.at,
      changed_by: mark.by,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "in", ids)
    .execute();
}

const CONDITION_BY_STATUS = {
  draft: () => sql<boolean>`a.is_draft`,
  scheduled: (now: Date) => sql<boolean>`not a.is_draft and a.starts_at > ${now}`,
  active: (now: Date) => sql<boolean>`not a.is_draft and a.starts_at <= ${now}
    and (a.ends_at is null or a.ends_at > ${now})`,
  ended: (now: Date) => sql<boolean>`not a.is_draft and a.ends_at <= ${now}`,
} as const satisfies Record<AnnouncementStatus, unknown>;

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Selects announcements that have not been deleted, newest first. */
export async function selectAnnouncements(
  tx: Tx,
  filter: AnnouncementFilter,
): Promise<AnnouncementRecord[]> {
  const { now, status, type, audience, missing, titled, beforeId } = filter;
  let query = tx
    .withTables<AnnouncementTables>()
    .selectFrom("announcement as a")
    .selectAll("a")
    .where("a.deleted_at", "is", null);
  query = status === undefined ? query : query.where(CONDITION_BY_STATUS[status](now));
  query = type === undefined ? query : query.where("a.type", "=", type);
  query = audience === undefined ? query : query.where("a.audience", "=", audience);
  query = beforeId === undefined ? query : query.where("a.id", "<", beforeId);
  if (missing !== undefined) {
    query = query.where(sql<boolean>`not exists (select from announcement_text t
      where t.announcement_id = a.id and t.locale = ${missing})`);
  }
  if (titled !== undefined) {
    query = query.where(sql<boolean>`exists (select from announcement_text t
      where t.announcement_id = a.id and t.title ilike ${likePattern(titled)})`);
  }
  return withTexts(tx, await query.orderBy("a.id", "desc").limit(filter.limit).execute());
}

async function withTexts(tx: Tx, rows: readonly AnnouncementRow[]): Promise<AnnouncementRecord[]> {
  if (rows.length === 0) {
    return [];
  }
  const texts = await tx
    .withTables<AnnouncementTables>()
    .selectFrom("announcement_text")
    .selectAll()
    .where(
      "announcement_id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const byAnnouncement = Map.groupBy(texts, ({ announcement_id }) => announcement_id);
  return rows.map((row) => ({
    ...row,
    texts: (byAnnouncement.get(row.id) ?? []).map(({ announcement_id: _, ...text }) => text),
  }));
}
