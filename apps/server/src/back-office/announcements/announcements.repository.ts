import type {
  AnnouncementAudience,
  AnnouncementType,
} from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { type Selectable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { AnnouncementTables } from "./announcements.tables.ts";

type TextRow = Selectable<AnnouncementTables["announcement_text"]>;

/** An announcement as shown to one reader. */
export interface ShownRow extends Pick<TextRow, "locale" | "title" | "content_clean"> {
  readonly id: string;
  readonly type: AnnouncementType;
  readonly starts_at: Date;
}

/** Maximum number of announcements shown to a reader, starting with the newest. */
const MOST_SHOWN = 20;

/**
 * Selects the announcements that the given audiences see at `now`, newest first. Each text is in
 * the first language in `locales` for which it exists.
 */
export async function selectShown(
  tx: Tx,
  query: {
    now: Date;
    locales: readonly Locale[];
    audiences: readonly AnnouncementAudience[];
  },
): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select a.id, a.type, a.starts_at, t.locale, t.title, t.content_clean
    from announcement a
    cross join lateral (
      select locale, title, content_clean from announcement_text
      where announcement_id = a.id
      order by array_position(${query.locales}::text[], locale)
      limit 1
    ) t
    where a.deleted_at is null and not a.is_draft
      and a.starts_at <= ${query.now}
      and (a.ends_at is null or a.ends_at > ${query.now})
      and a.audience = any(${query.audiences}::text[])
    order by a.starts_at desc, a.id desc
    limit ${MOST_SHOWN}`.execute(tx);
  return rows;
}

/** Selects texts that were sanitized by an older sanitizer version. */
export function selectOutdatedTexts(tx: Tx, version: number): Promise<TextRow[]> {
  return tx
    .withTables<AnnouncementTables>()
    .selectFrom("announcement_text")
    .selectAll()
    .where("sanitiser_version", "<>", version)
    .execute();
}

/** Replaces the sanitized content of a text. */
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

/**
 * Hides an announcement from readers. The announcement becomes a draft until an operator reviews
 * it.
 */
export async function withdraw(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .withTables<AnnouncementTables>()
    .updateTable("announcement")
    .set((eb) => ({
      is_draft: true,
      revision: eb("revision", "+", 1),
      changed_by: "tessera",
      changed_at: at,
    }))
    .where("id", "=", id)
    .where("is_draft", "=", false)
    .execute();
}
