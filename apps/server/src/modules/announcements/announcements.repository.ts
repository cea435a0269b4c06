import type { Locale } from "@tessera/contract/errors/locales";
import type { Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { AnnouncementAudience, AnnouncementTables } from "./announcements.tables.ts";

type AnnouncementRow = Selectable<AnnouncementTables["announcement"]>;
type TextRow = Selectable<AnnouncementTables["announcement_text"]>;
export type ShownRow = Pick<AnnouncementRow, "id" | "type" | "starts_at"> &
  Pick<TextRow, "title" | "content_clean">;

/** No reader pages through more than this; the newest win. */
const MOST_SHOWN = 20;

/**
 * Writes an announcement with its texts.
 *
 * @returns false where it is there already
 */
export async function insertAnnouncement(
  tx: Tx,
  row: AnnouncementRow,
  texts: readonly TextRow[],
): Promise<boolean> {
  const db = tx.withTables<AnnouncementTables>();
  const written = await db
    .insertInto("announcement")
    .values(row)
    .onConflict((on) => on.column("id").doNothing())
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n) {
    return false;
  }
  await db
    .insertInto("announcement_text")
    .values([...texts])
    .execute();
  return true;
}

/** What the audiences are shown at `now`, newest first. */
export function selectShown(
  tx: Tx,
  query: { now: Date; locale: Locale; audiences: readonly AnnouncementAudience[] },
): Promise<ShownRow[]> {
  return tx
    .withTables<AnnouncementTables>()
    .selectFrom("announcement as a")
    .innerJoin("announcement_text as t", "t.announcement_id", "a.id")
    .select(["a.id", "a.type", "a.starts_at", "t.title", "t.content_clean"])
    .where("a.withdrawn_at", "is", null)
    .where("a.starts_at", "<=", query.now)
    .where((where) =>
      where.or([where("a.ends_at", "is", null), where("a.ends_at", ">", query.now)]),
    )
    .where("a.audience", "in", query.audiences)
    .where("t.locale", "=", query.locale)
    .orderBy("a.starts_at", "desc")
    .orderBy("a.id", "desc")
    .limit(MOST_SHOWN)
    .execute();
}

/** Texts that an older version of the cleaning let through. */
export function selectOutdatedTexts(tx: Tx, version: number): Promise<TextRow[]> {
  return tx
    .withTables<AnnouncementTables>()
    .selectFrom("announcement_text")
    .selectAll()
    .where("sanitiser_version", "<>", version)
    .execute();
}

/** Replaces the cleaned content of one text. */
export async function updateCleanContent(
  tx: Tx,
  text: Pick<TextRow, "announcement_id" | "locale" | "content_clean" | "sanitiser_version">,
): Promise<void> {
  await tx
    .withTables<AnnouncementTables>()
    .updateTable("announcement_text")
    .set({ content_clean: text.content_clean, sanitiser_version: text.sanitiser_version })
    .where("announcement_id", "=", text.announcement_id)
    .where("locale", "=", text.locale)
    .execute();
}

/** Takes an announcement away from readers. */
export async function withdraw(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .withTables<AnnouncementTables>()
    .updateTable("announcement")
    .set({ withdrawn_at: at })
    .where("id", "=", id)
    .where("withdrawn_at", "is", null)
    .execute();
}
