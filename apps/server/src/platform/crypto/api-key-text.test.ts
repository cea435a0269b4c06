import { describe, expect, it } from "vitest";
import { hintOf, keyInUrl, newKeyText, readKeyText } from "./api-key-text.ts";

/** As a secret scanner would write it. */
const SCANNED = /\btsk_(?:live|test)_[1-9][0-9]{0,2}_[0-9A-Za-z]{49}\b/;

describe("the text of an API key", () => {
  it("names its mode and cell, and has a form that secret scanners can find", () => {
    for (const [mode, cell] of [
      ["live", 1],
      ["test", 12],
      ["live", 999],
    ] as const) {
      const text = newKeyText(mode, cell);
      expect(text).toMatch(SCANNED);
      expect(readKeyText(text)).toEqual({ mode, cell });
      expect(hintOf(text)).toBe(`tsk_${mode}_${cell}_…${text.slice(-4)}`);
    }
  });

  it("is no key if any of its characters is changed", () => {
    const text = newKeyText("test", 1);
    for (let index = 0; index < text.length; index += 1) {
      const other = text[index] === "a" ? "b" : "a";
      expect(readKeyText(text.slice(0, index) + other + text.slice(index + 1))).toBeUndefined();
    }
    expect(readKeyText(`${text}a`)).toBeUndefined();
    expect(readKeyText(text.slice(0, -1))).toBeUndefined();
  });
});

describe("a key in a URL", () => {
  const text = newKeyText("live", 1);

  it("is found in the path and the query, also if it is encoded several times", () => {
    const encoded = text.replaceAll("_", "%5f");
    const twice = encoded.replaceAll("%", "%25");
    for (const url of [`/api/cards/${text}`, `/x?a=${encoded}`, `/?b=${twice}`, `/${text}?c`]) {
      expect(keyInUrl(url)).toBe(text);
    }
  });

  it("is suspected in a parameter of that name, but only of the API", () => {
    for (const url of ["/api/bills?key=1", "/api/bills?a=1&API-KEY=", "/api/x?apiKey=a"]) {
      expect(keyInUrl(url)).toBe("");
    }
    for (const url of ["/api/bills?limit=1", "/login?key=1", "/api/keys", "/api/x?monkey=1"]) {
      expect(keyInUrl(url)).toBeUndefined();
    }
  });
});
