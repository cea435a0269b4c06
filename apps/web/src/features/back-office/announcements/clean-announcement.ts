import DOMPurify from "dompurify";

/** Elements allowed in an announcement. All others are removed, but their text is kept. */
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

/** Links may use only http, https or mailto, or a path on this site. */
const ALLOWED_URI = /^(?:https?:\/\/|mailto:|\/(?!\/))/i;

DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  if (node.nodeName === "A" && node.hasAttribute("href")) {
    node.setAttribute("target", "_blank");
    node.setAttribute("rel", "noopener noreferrer");
  }
  // An announcement's headings appear below a level 2 title, so screen readers announce both
  // heading sizes as level 3.
  if (node.nodeName === "H4") {
    node.setAttribute("aria-level", "3");
  }
});

// An `is` attribute cannot be removed after parsing, so the whole element is removed.
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

/**
 * Additional block elements from web pages and word processors, kept because they mark line breaks.
 */
const DIVIDING_TAGS = ["div", "h1", "h2", "h5", "h6", "section", "article"];

/** Sanitizes an announcement's HTML and returns it as TrustedHTML. */
export function cleanAnnouncement(html: string): TrustedHTML {
  return DOMPurify.sanitize(html, { ...RULES, RETURN_TRUSTED_TYPE: true });
}

/** Sanitizes HTML from any source and returns a fragment for the editor to parse. */
export function cleanFragment(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ...RULES,
    ALLOWED_TAGS: [...ALLOWED_TAGS, ...DIVIDING_TAGS],
    RETURN_DOM_FRAGMENT: true,
  });
}
