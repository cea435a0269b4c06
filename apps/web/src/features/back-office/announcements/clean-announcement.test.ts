// @vitest-environment jsdom
import { expect, test } from "vitest";
import { cleanAnnouncement } from "./clean-announcement.ts";

const clean = (html: string) => String(cleanAnnouncement(html));

test("Sanitizing keeps plain formatting", () => {
  expect(clean("<p>Hello <b>you</b></p><ul><li>one</li></ul>")).toBe(
    "<p>Hello <b>you</b></p><ul><li>one</li></ul>",
  );
});

test.each([
  ['<img src=x onerror="alert(1)">', ""],
  ["<script>alert(1)</script>after", "after"],
  ['<p style="position:fixed" onclick="x()" class="y">text</p>', "<p>text</p>"],
  ['<a href="javascript:alert(1)">go</a>', "<a>go</a>"],
  ['<a href="data:text/html,x">go</a>', "<a>go</a>"],
  ['<a href="//evil.example">go</a>', "<a>go</a>"],
  ["<svg><a xlink:href=javascript:x>q</a></svg>", ""],
  ['<p is="x-evil">customized</p>', ""],
  ['<form action="/x"><input name="q"></form>', ""],
])("Sanitizing removes the dangerous parts of %s", (html, expected) => {
  expect(clean(html)).toBe(expected);
});

test("Links in announcements open in a new tab that has no access to the console", () => {
  expect(clean('<a href="https://example.com/x">go</a>')).toBe(
    '<a href="https://example.com/x" target="_blank" rel="noopener noreferrer">go</a>',
  );
});
