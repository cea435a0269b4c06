import fc from "fast-check";
import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { isAllowedLink, isExternalLink } from "./announcement-link.policy.ts";
import { sanitizeHtml, UnfitHtmlError } from "./sanitize-html.ts";

const TAGS = new Set("P BR STRONG B EM I U S UL OL LI H3 H4 BLOCKQUOTE CODE A".split(" "));
const ATTRIBUTES = new Set(["href", "rel", "target"]);

/**
 * Lists everything in a sanitized text that a browser could execute or load but should not be able
 * to.
 */
function violations(html: string): string[] {
  const found: string[] = [];
  for (const element of JSDOM.fragment(html).querySelectorAll("*")) {
    if (!TAGS.has(element.tagName)) {
      found.push(element.tagName);
    }
    for (const { name, value } of element.attributes) {
      const onLink = element.tagName === "A" && ATTRIBUTES.has(name);
      if (!onLink || (name === "href" && !isAllowedLink(value))) {
        found.push(`${element.tagName} ${name}=${value}`);
      }
    }
  }
  return found;
}

test("sanitizing: invisible characters are removed, even if written as entities", () => {
  const raw = "<p>Pay \u202e1234\u202c to&#8238;day&shy;&#x200b; 👩🏽‍⚕️</p>";
  expect(sanitizeHtml(raw)).toBe("<p>Pay 1234 today 👩🏽‍⚕️</p>");
});

const EVASIONS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="http://plain.example">x</a>',
  '<a href="https://user:pass@evil.example">x</a>',
  "<svg><script>alert(1)</script></svg>",
  "<svg onload=alert(1)><p>x</p></svg>",
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src onerror=x()&gt;">',
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<template><p>hidden</p></template>",
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x"></object><embed src="x">',
  '<p style="position:fixed;inset:0">x</p>',
  '<p class="btn" id="root" data-x="1" aria-label="y">x</p>',
  '<form action="/x"><input name="y"><button>z</button></form>',
  "<table><tr><td>x</td></tr></table>",
  '<base href="https://evil.example/"><link rel=stylesheet href=x><meta http-equiv=refresh content=0>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="/wallet" onclick="alert(1)" target="_top" rel="opener" ping="https://evil.example">x</a>',
  '<video><source onerror="alert(1)"></video>',
  "<details open ontoggle=alert(1)>x</details>",
  '<p is="x-evil">x</p><x-evil>y</x-evil>',
  '<p <a href="http://plain.example">x</a>',
  '<b href="https://evil.example" rel="opener" target="_top">x</b>',
];

describe("sanitizing an announcement", () => {
  test.each(EVASIONS)("removes everything executable from %s", (html) => {
    expect(violations(sanitizeHtml(`<p>Text</p>${html}`))).toEqual([]);
  });

  test("keeps the markup that operators are allowed to use", () => {
    const html =
      "<h3>Title</h3><p>A <strong>b</strong> <em>c</em><br>d</p><ul><li>e</li></ul>" +
      "<blockquote>f</blockquote><p><code>g</code></p>";
    expect(sanitizeHtml(html)).toBe(html);
  });

  test("makes external links open in a new page without an opener or referrer", () => {
    expect(sanitizeHtml('<a href="https://example.com/x">y</a>')).toBe(
      '<a href="https://example.com/x" rel="noopener noreferrer nofollow" target="_blank">y</a>',
    );
    expect(sanitizeHtml('<a href="/wallet/deposit">y</a>')).toBe('<a href="/wallet/deposit">y</a>');
  });

  test("produces HTML that a browser parses the same way", () => {
    const comment = '<!--</style><img title="--&gt;&lt;img src onerror=x()&gt;">';
    const raw = `<p>Text</p><p><svg><math><mtext><table><mglyph><style>${comment}<p>`;
    const clean = sanitizeHtml(raw);
    expect(clean).toBe("<p>Text</p><p></p><p></p><p></p>");
    expect(sanitizeHtml(clean)).toBe(clean);
  });

  test("changes nothing the second time, whatever the text", () => {
    const piece = fc.oneof(
      fc.constantFrom(...EVASIONS),
      fc.constantFrom("<p>", "</p>", "<b>", "</b>", "<a href=", "<!--", "-->", "<style>", "<svg>"),
      fc.constantFrom(
        "</style>",
        "</svg>",
        "<math>",
        "</math>",
        "<title>",
        "<textarea>",
        "<![CDATA[",
      ),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const clean = sanitizeHtml(`<p>Text</p>${pieces.join("")}`);
        expect(violations(clean)).toEqual([]);
        expect(sanitizeHtml(clean)).toBe(clean);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ["nothing to read", "<p> </p><script>x</script>"],
    ["more than 20 KB", `<p>${"x".repeat(21_000)}</p>`],
    ["a nesting of 60", `${"<blockquote>".repeat(60)}x${"</blockquote>".repeat(60)}`],
  ])("rejects %s", (_, html) => {
    expect(() => sanitizeHtml(html)).toThrow(UnfitHtmlError);
  });
});

describe("links in announcements", () => {
  test.each(["https://example.com", "mailto:help@example.com", "/cards", "/wallet?x=1#y"])(
    "can have the target %s",
    (href) => expect(isAllowedLink(href)).toBe(true),
  );
  test.each([
    "",
    "x",
    "#top",
    "?x",
    "//a",
    "/\\a",
    "ftp://a",
    "https:a",
    "blob:https://a/b",
    " /x",
  ])("cannot have the target %j", (href) => expect(isAllowedLink(href)).toBe(false));
  test("are external unless they stay within the console", () => {
    expect(isExternalLink("/cards")).toBe(false);
    expect(isExternalLink("mailto:a@example.com")).toBe(true);
  });
});
