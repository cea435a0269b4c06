import { describe, expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

const ORIGIN = "https://console.example";
const PAGES = /^\/(|wallet|transactions|cards\/[^/]+)$/;
const go = (value: unknown) => safeRedirect(value, (path) => PAGES.test(path), ORIGIN);

describe("safeRedirect for a path within the console", () => {
  test.each([
    ["/", "/"],
    ["/wallet", "/wallet"],
    [
      "/transactions?status=failed&month=2026-11#top",
      "/transactions?status=failed&month=2026-11#top",
    ],
    ["/transactions?q=50%25", "/transactions?q=50%25"],
    ["/transactions?next=https://evil.example//x", "/transactions?next=https://evil.example//x"],
    ["/cards/card_0192", "/cards/card_0192"],
  ])("returns %s", (value, expected) => {
    expect(go(value)).toBe(expected);
  });
});

describe("safeRedirect for a path that could leave the console", () => {
  test.each([
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "/%5cevil.example",
    "/%5Cevil.example",
    "/%255cevil.example",
    "/%25255cevil.example",
    "/%2f%2fevil.example",
    "/%2Fevil.example",
    "/%252fevil.example",
    "%2f%2fevil.example",
    "/\tevil.example",
    "/\n/evil.example",
    "/%09/evil.example",
    "/%0d%0aLocation:%20https://evil.example",
    "\t//evil.example",
    " //evil.example",
    "/ /evil.example",
    "/\u0000/evil.example",
    "/\u00a0/evil.example",
    "/./\\evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/wallet/..//evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "/javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "http:evil.example",
    "https:/evil.example",
    "https:///evil.example",
    "@evil.example",
    "/@evil.example",
    ".evil.example",
    "evil.example",
    "?next=//evil.example",
    "#//evil.example",
    "/unknown",
    "/login",
    "/walletx",
    "/wallet/%2e%2e/%2e%2e//evil.example",
    "",
    `/${"a".repeat(3000)}`,
    "/wallet?\\evil",
  ])("returns home for %j", (value) => {
    expect(go(value)).toBe("/");
  });

  test.each([undefined, null, 7, {}, ["/wallet"]])("returns home for %j", (value) => {
    expect(go(value)).toBe("/");
  });
});
