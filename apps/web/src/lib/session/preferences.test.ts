// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { initialLocale, localeOfLanguage, nextLocale } from "../locale.ts";
import { initialTheme } from "../theme.ts";

beforeEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe("initialTheme", () => {
  test.each(["Dark", "", "auto", '"dark"', " dark"])("ignores the stored value %j", (value) => {
    localStorage.setItem("tessera-theme", value);
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    expect(initialTheme()).toBe("light");
  });

  test("returns a stored dark theme regardless of the system's preference", () => {
    localStorage.setItem("tessera-theme", "dark");
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    expect(initialTheme()).toBe("dark");
  });

  test("follows the system if nothing is stored, and defaults to light", () => {
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
  ] as const)("for the browser language %s is %s", (tag, locale) => {
    expect(localeOfLanguage(tag)).toBe(locale);
  });

  test("is the saved one if valid, else the browser's, else Simplified Chinese", () => {
    localStorage.setItem("tessera-locale", "zh-TW");
    expect(initialLocale()).toBe("zh-TW");
    localStorage.setItem("tessera-locale", "de");
    vi.spyOn(navigator, "language", "get").mockReturnValue("en-US");
    expect(initialLocale()).toBe("en");
    vi.spyOn(navigator, "language", "get").mockReturnValue("fr");
    expect(initialLocale()).toBe("zh-CN");
  });

  test("cycles through all three locales when switched", () => {
    expect(nextLocale("zh-CN")).toBe("zh-TW");
    expect(nextLocale("zh-TW")).toBe("en");
    expect(nextLocale("en")).toBe("zh-CN");
  });
});
