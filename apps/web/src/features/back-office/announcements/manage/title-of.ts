import {
  type AdminAnnouncement,
  READING_ORDER,
} from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";

/** Returns an announcement's title in `locale`, or in the closest language it has. */
export function titleOf({ texts }: Pick<AdminAnnouncement, "texts">, locale: Locale): string {
  const written = READING_ORDER[locale].find((one) => texts[one] !== undefined);
  return written === undefined ? "" : (texts[written]?.title ?? "");
}
