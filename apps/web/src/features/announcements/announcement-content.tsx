import DOMPurify from "dompurify";

/** What an announcement may be written with. Anything else is dropped, its text kept. */
const ALLOWED_TAGS = [
  "a",
  "b",
  "blockquote",
  "br",
  "code",
  "em",
  "h3",
  "h4",
  "i",
  "li",
  "ol",
  "p",
  "strong",
  "u",
  "ul",
];

/** Links leave for a page of their own, and lead to the web or to a mail and nowhere else. */
const ALLOWED_URI = /^(?:https?:\/\/|mailto:|\/(?!\/))/i;

DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  if (node.nodeName === "A" && node.hasAttribute("href")) {
    node.setAttribute("target", "_blank");
    node.setAttribute("rel", "noopener noreferrer");
  }
});

/** Cleans an announcement's HTML into what a page under Trusted Types takes. */
export function cleanAnnouncement(html: string): TrustedHTML {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ["href", "title"],
    ALLOWED_URI_REGEXP: ALLOWED_URI,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_TRUSTED_TYPE: true,
  });
}

const PROSE =
  "[&_a]:font-medium [&_a]:text-accent-ink [&_a]:underline-offset-4 [&_a:hover]:underline [&_b]:text-ink [&_b]:font-semibold [&_strong]:text-ink [&_strong]:font-semibold [&_h3]:mt-3 [&_h3]:font-semibold [&_h3]:text-ink [&_h4]:mt-3 [&_h4]:font-semibold [&_h4]:text-ink [&_ul]:my-2 [&_ul]:list-disc [&_ul]:pl-4.5 [&_ol]:my-2 [&_ol]:list-decimal [&_ol]:pl-5 [&_p+p]:mt-2 [&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-3";

/** An announcement's own words. Import it lazily: the sanitiser comes with it. */
export function AnnouncementContent({ html }: { readonly html: string }) {
  const clean = cleanAnnouncement(html);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised just above, as TrustedHTML
  return <div className={PROSE} dangerouslySetInnerHTML={{ __html: clean }} />;
}
