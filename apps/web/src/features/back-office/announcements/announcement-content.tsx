import { PROSE } from "./announcement-prose.ts";
import { cleanAnnouncement } from "./clean-announcement.ts";

/** An announcement's own words. Import it lazily: the sanitiser comes with it. */
export function AnnouncementContent({ html }: { readonly html: string }) {
  const clean = cleanAnnouncement(html);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised just above, as TrustedHTML
  return <div className={PROSE} dangerouslySetInnerHTML={{ __html: clean }} />;
}
