import type { Announcement } from "@tessera/contract/announcements/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext } from "../../platform/context.ts";
import { presentAnnouncement } from "./announcements.presenter.ts";
import { selectShown } from "./announcements.repository.ts";
import type { AnnouncementAudience } from "./announcements.tables.ts";

/**
 * What to show a reader now. `viewer` is `anonymous` for anybody without a session, who is
 * shown the public ones alone.
 */
export async function listActiveAnnouncements(
  context: AppContext,
  input: { locale: Locale; viewer: "anonymous" | "customer" | "operator" },
): Promise<Announcement[]> {
  const audiences: AnnouncementAudience[] = ["public"];
  if (input.viewer !== "anonymous") {
    audiences.push("customers");
  }
  if (input.viewer === "operator") {
    audiences.push("operators");
  }
  const now = context.clock.now();
  const rows = await selectShown(context.db.kysely, { now, locale: input.locale, audiences });
  return rows.map(presentAnnouncement);
}
