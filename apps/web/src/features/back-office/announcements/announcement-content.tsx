import { PROSE } from "./announcement-prose.ts";
import { cleanAnnouncement } from "./clean-announcement.ts";

/** Renders the HTML of an announcement. Import it lazily, because it pulls in the sanitizer. */
export function AnnouncementContent({ html }: { readonly html: string }) {
  const clean = cleanAnnouncement(html);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized just above, as TrustedHTML
  return <div className={PROSE} dangerouslySetInnerHTML={{ __html: clean }} />;
}
