import { MAX_CONTENT_BYTES } from "@tessera/contract/back-office/announcements.schemas";
import { visibleText } from "@tessera/contract/visible-text";
import createDOMPurify, { type DOMPurify } from "dompurify";
import { JSDOM } from "jsdom";
import { isAllowedLink, isExternalLink } from "./announcement-link.policy.ts";

const MAX_DEPTH = 20;
/** The maximum number of sanitizing rounds until a text no longer changes. */
const MAX_ROUNDS = 5;
const ALLOWED_TAGS = "p br strong b em i u s ul ol li h3 h4 blockquote code a".split(" ");

/** Why HTML cannot be shown. */
export type HtmlFlaw = "too_long" | "too_deep" | "unreadable";

/** HTML that is not fit for an announcement; the message says why. */
export class UnfitHtmlError extends Error {
  readonly flaw: HtmlFlaw;

  constructor(flaw: HtmlFlaw, message: string) {
    super(message);
    this.name = "UnfitHtmlError";
    this.flaw = flaw;
  }
}

let purifier: DOMPurify | undefined;

function dressLink(node: Element): void {
  if (node.tagName !== "A") {
    return;
  }
  const href = node.getAttribute("href") ?? "";
  if (!isAllowedLink(href)) {
    node.removeAttribute("href");
  } else if (isExternalLink(href)) {
    node.setAttribute("rel", "noopener noreferrer nofollow");
    node.setAttribute("target", "_blank");
  }
}

/** Removes a customized element as a whole: it cannot lose its `is` once it was parsed with one. */
function dropCustomised(node: Node): void {
  if (node.nodeType === node.ELEMENT_NODE && (node as Element).hasAttribute("is")) {
    (node as Element).remove();
  }
}

function createPurifier(): DOMPurify {
  const created = createDOMPurify(new JSDOM("").window);
  created.addHook("afterSanitizeAttributes", dressLink);
  created.addHook("uponSanitizeElement", dropCustomised);
  return created;
}

function depthOf(html: string): number {
  let deepest = 0;
  const open: [Node, number][] = [[JSDOM.fragment(html), 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    deepest = Math.max(deepest, depth);
    for (const child of node.childNodes) {
      open.push([child, depth + 1]);
    }
  }
  return deepest;
}

/**
 * Sanitizes until nothing changes. Elements that were moved out of one another can be left in an
 * order that a browser parses into another tree (`<p>` in `<p>`), so that it shows something other
 * than what was sanitized.
 */
function settled(raw: string): string {
  purifier ??= createPurifier();
  let html = raw;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const sanitised = purifier.sanitize(html, {
      ALLOWED_TAGS,
      ALLOWED_ATTR: ["href"],
      ALLOW_ARIA_ATTR: false,
      ALLOW_DATA_ATTR: false,
      KEEP_CONTENT: true,
    });
    // Also removes characters written as entities (`&#8238;`), and sanitizes once more afterwards.
    const clean = visibleText(sanitised);
    if (clean === html) {
      return clean;
    }
    html = clean;
  }
  throw new UnfitHtmlError("unreadable", "Each cleaning changes it again");
}

/**
 * Returns HTML that is safe to show: a short list of tags, links to https, mail and this console,
 * and nothing else. No code edits the text after this.
 *
 * @throws UnfitHtmlError if it is too long, nested too deep, has nothing left to read or changes
 * with every round
 */
export function sanitizeHtml(raw: string): string {
  if (Buffer.byteLength(raw) > MAX_CONTENT_BYTES) {
    throw new UnfitHtmlError("too_long", `The text is longer than ${MAX_CONTENT_BYTES} bytes`);
  }
  const clean = settled(raw);
  const fragment = JSDOM.fragment(clean);
  if ((fragment.textContent ?? "").trim() === "") {
    throw new UnfitHtmlError("unreadable", "Nothing is left to read");
  }
  if (depthOf(clean) > MAX_DEPTH) {
    throw new UnfitHtmlError("too_deep", `The text is nested deeper than ${MAX_DEPTH}`);
  }
  return clean;
}
