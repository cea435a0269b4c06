import type { AppContext } from "../../platform/context.ts";
import { selectOutdatedTexts, updateCleanContent, withdraw } from "./announcements.repository.ts";
import { SANITIZER_VERSION } from "./sanitizer-version.ts";

/**
 * Resanitizes the texts that were sanitized by an older version. Runs at every start. If nothing is
 * left of a text, withdraws its announcement instead of continuing to show the old text.
 *
 * @returns the number of sanitized texts
 */
export async function recleanAnnouncements(context: AppContext): Promise<number> {
  const outdated = await selectOutdatedTexts(context.db.kysely, SANITIZER_VERSION);
  if (outdated.length === 0) {
    return 0;
  }
  const { sanitizeHtml } = await import("./sanitize-html.ts");
  for (const text of outdated) {
    try {
      const clean = sanitizeHtml(text.content_raw);
      await updateCleanContent(context.db.kysely, {
        ...text,
        content_clean: clean,
        sanitiser_version: SANITIZER_VERSION,
      });
    } catch (error) {
      context.log.warn(
        { err: error, announcement: text.announcement_id },
        "an announcement was withdrawn: its text cannot be shown",
      );
      await withdraw(context.db.kysely, text.announcement_id, context.clock.now());
    }
  }
  return outdated.length;
}
