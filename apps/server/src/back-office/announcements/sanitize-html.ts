import { MAX_CONTENT_BYTES } from "@tessera/contract/back-office/announcements.schemas";
import { visibleText } from "@tessera/contract/visible-text";
import createDOMPurify, { type DOMPurify } from "dompurify";
import { JSDOM } from "jsdom";
import { isAllowedLink, isExternalLink } from "./announcement-link.policy.ts";

const MAX_DEPTH = 20;
/** Maximum number of sanitizing rounds. The text must have stopped changing by the last round. */
const MAX_ROUNDS = 5;
const ALLOWED_TAGS = "p br strong b em i u s ul ol li h3 h4 blockquote code a".split(" ");

/** The reason that HTML cannot be shown. */
export type HtmlFlaw = "too_long" | "too_deep" | "unreadable";

/** Thrown for HTML that cannot be used in an announcement. The message says why. */
export class UnfitHtmlError extends Error {
  readonly flaw: HtmlFlaw;

  constructor(flaw: HtmlFlaw, message: string) {
    super(message);
    this.name = "UnfitHtmlError";
    this.flaw = flaw;
  }
}

let purifier: DOMPurify | undefined;

/** Keeps `href` only on links with an allowed target, and protects external links. */
function dressLink(node: Element): void {
  if (node.tagName !== "A") {
    // `<p <a href="…">` is one tag in HTML: a paragraph with an `href`.
    node.removeAttribute("href");
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

/**
 * Removes a customized element entirely, since its `is` attribute cannot be removed after parsing.
 */
function dropCustomElement(node: Node): void {
  if (node.nodeType === node.ELEMENT_NODE && (node as Element).hasAttribute("is")) {
    (node as Element).remove();
  }
}

function createPurifier(): DOMPurify {
  const created = createDOMPurify(new JSDOM("").window);
  created.addHook("afterSanitizeAttributes", dressLink);
  created.addHook("uponSanitizeElement", dropCustomElement);
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
 * Sanitizes repeatedly until nothing changes. When an element is moved out of another, a browser
 * may parse the result into a different tree (as with `<p>` in `<p>`), and would then show
 * something other than what was sanitized.
 */
function settled(raw: string): string {
  purifier ??= createPurifier();
  let html = raw;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const sanitized = purifier.sanitize(html, {
      ALLOWED_TAGS,
      ALLOWED_ATTR: ["href"],
      ALLOW_ARIA_ATTR: false,
      ALLOW_DATA_ATTR: false,
      KEEP_CONTENT: true,
    });
    // This also removes characters that were written as entities (`&#8238;`), then sanitizes once
    // more.
    const clean = visibleText(sanitized);
    if (clean === html) {
      return clean;
    }
    html = clean;
  }
  throw new UnfitHtmlError("unreadable", "Each cleaning changes it again");
}

/**
 * Returns HTML that is safe to show, containing only tags from a short list, and links to https,
 * email addresses and this console. No code may edit the text after this.
 *
 * @throws UnfitHtmlError if the text is too long, is nested too deeply, has nothing left to read,
 * or still changes in the last round
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
