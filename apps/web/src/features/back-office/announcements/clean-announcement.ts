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
  "s",
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
  // It stands below a title of the second level, whichever of the two its writer chose.
  if (node.nodeName === "H4") {
    node.setAttribute("aria-level", "3");
  }
});

// An element cannot lose its `is` once it was parsed with one, so it goes as a whole.
DOMPurify.addHook("uponSanitizeElement", (node) => {
  if (node instanceof Element && node.hasAttribute("is")) {
    node.remove();
  }
});

const RULES = {
  ALLOWED_TAGS,
  ALLOWED_ATTR: ["href", "title"],
  ALLOWED_URI_REGEXP: ALLOWED_URI,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Beside those, what pages and word processors divide text with: it tells where lines end. */
const DIVIDING_TAGS = ["div", "h1", "h2", "h5", "h6", "section", "article"];

/** Cleans an announcement's HTML into what a page under Trusted Types takes. */
export function cleanAnnouncement(html: string): TrustedHTML {
  return DOMPurify.sanitize(html, { ...RULES, RETURN_TRUSTED_TYPE: true });
}

/** What is left of HTML from anywhere, to make an announcement's text of. */
export function cleanFragment(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ...RULES,
    ALLOWED_TAGS: [...ALLOWED_TAGS, ...DIVIDING_TAGS],
    RETURN_DOM_FRAGMENT: true,
  });
}
