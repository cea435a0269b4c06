// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { initialLocale, localeOfLanguage, nextLocale } from "../locale.ts";
import { initialTheme } from "../theme.ts";

beforeEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe("the theme", () => {
  test.each(["Dark", "", "auto", '"dark"', " dark"])("stored %j is ignored", (value) => {
    localStorage.setItem("tessera-theme", value);
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    expect(initialTheme()).toBe("light");
  });

  test("stored dark is dark, whatever the system says", () => {
    localStorage.setItem("tessera-theme", "dark");
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    expect(initialTheme()).toBe("dark");
  });

  test("nothing stored follows the system, else light", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    expect(initialTheme()).toBe("dark");
    vi.stubGlobal("matchMedia", undefined);
    expect(initialTheme()).toBe("light");
  });
});

describe("the locale", () => {
  test.each([
    ["zh-TW", "zh-TW"],
    ["zh-HK", "zh-TW"],
    ["zh-hant-MO", "zh-TW"],
    ["zh-CN", "zh-CN"],
    ["zh", "zh-CN"],
    ["zh-SG", "zh-CN"],
    ["en-GB", "en"],
    ["en", "en"],
    ["fr-FR", undefined],
    ["english", undefined],
  ] as const)("of the browser language %s is %s", (tag, locale) => {
    expect(localeOfLanguage(tag)).toBe(locale);
  });

  test("saved and valid is used; else the browser's; else Simplified", () => {
    localStorage.setItem("tessera-locale", "zh-TW");
    expect(initialLocale()).toBe("zh-TW");
    localStorage.setItem("tessera-locale", "de");
    vi.spyOn(navigator, "language", "get").mockReturnValue("en-US");
    expect(initialLocale()).toBe("en");
    vi.spyOn(navigator, "language", "get").mockReturnValue("fr");
    expect(initialLocale()).toBe("zh-CN");
  });

  test("switching cycles through the three", () => {
    expect(nextLocale("zh-CN")).toBe("zh-TW");
    expect(nextLocale("zh-TW")).toBe("en");
    expect(nextLocale("en")).toBe("zh-CN");
  });
});
