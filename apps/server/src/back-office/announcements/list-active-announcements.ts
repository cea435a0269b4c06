import {
  type Announcement,
  type AnnouncementAudience,
  READING_ORDER,
} from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext } from "../../platform/context.ts";
import { presentAnnouncement } from "./announcements.presenter.ts";
import { selectShown } from "./announcements.repository.ts";

/**
 * Lists the announcements to show a reader now, in their language or the nearest available one. For
 * a reader without a session, `viewer` is `anonymous`, and only public announcements are listed.
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
  const locales = READING_ORDER[input.locale];
  const rows = await selectShown(context.db.kysely, { now, locales, audiences });
  return rows.map(presentAnnouncement);
}
