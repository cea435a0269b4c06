// @vitest-environment jsdom
import { expect, test } from "vitest";
import { isAllowedHref } from "./rich-text-commands.ts";
import { htmlOf, parseText } from "./rich-text-schema.ts";

const roundTrip = (html: string) => htmlOf(parseText(html));

test.each([
  "<p>Plain <strong>bold</strong> <em>leaning</em> <u>under</u> <s>out</s> <code>code</code></p>",
  "<h3>Head</h3><h4>Smaller</h4><p>One<br>two</p>",
  "<ul><li>First</li><li>Second<ul><li>Nested</li></ul></li></ul><ol><li>Third</li></ol>",
  "<blockquote><p>Said</p></blockquote>",
  '<p><a href="/wallet">here</a> <a href="https://example.com/x">there</a></p>',
])("Parsing and serializing keeps %s unchanged", (html) => {
  expect(roundTrip(html)).toBe(html);
});

test.each([
  ["<h1>Page</h1><div>One</div><div>Two</div>", "<h3>Page</h3><p>One</p><p>Two</p>"],
  ["<b>b</b><i>i</i>", "<p><strong>b</strong><em>i</em></p>"],
  ['<p onclick="x()">a<img src=x onerror=x()><script>x</script></p>', "<p>a</p>"],
  ['<p><a href="javascript:x()">a</a></p>', "<p>a</p>"],
  ["<table><tr><td>cell</td></tr></table>", "<p>cell</p>"],
  ["<p> </p>", ""],
  ["", ""],
])("Parsing and serializing turns %s into %s", (html, expected) => {
  expect(roundTrip(html)).toBe(expected);
});

test.each([
  ["https://example.com/x", true],
  ["mailto:help@example.com", true],
  ["/wallet/deposit", true],
  ["http://example.com", false],
  ["javascript:x()", false],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["https://user:pass@evil.example", false],
  ["", false],
])("isAllowedHref checks a link to %s: %s", (href, isAllowed) => {
  expect(isAllowedHref(href)).toBe(isAllowed);
});
