// @vitest-environment jsdom
import { LEGAL_TEXTS } from "@tessera/contract/identity/legal-versions";
import { expect, test } from "vitest";
import { SESSION_KEYS, STORAGE_KEYS } from "../../../lib/session/storage.ts";
import { fillIn, LEGAL_FIGURES } from "./legal-figures.ts";
import { EVERY_TEXT, fillInTemplate, legalTemplate } from "./legal-template.ts";

const LOCALES = ["en", "zh-CN", "zh-TW"] as const;

/** Returns the sorted placeholders in a text. */
function namedIn(text: unknown): string[] {
  return [...JSON.stringify(text).matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name]) => `${name}`).sort();
}

test.each(LEGAL_TEXTS)(
  "The legal text %s has the same structure in all languages and no hard-coded figures",
  (name) => {
    const shapes = LOCALES.map((locale) => {
      const text = legalTemplate(name, locale);
      expect(JSON.stringify(text)).not.toMatch(/[0-9０-９%$¥€]/);
      return text.sections.map((one) => [
        one.paragraphs.length,
        one.showsFees ?? false,
        one.showsLimits ?? false,
        namedIn(one),
      ]);
    });
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  },
);

test("Every published figure is used in a legal text, and no placeholder is left", () => {
  const named = new Set<string>();
  for (const { name, locale } of EVERY_TEXT) {
    const template = legalTemplate(name, locale);
    namedIn(template).map((one) => named.add(one));
    expect(JSON.stringify(fillInTemplate(template).sections)).not.toMatch(/\{[a-z]\w*\}/);
  }
  expect([...named].sort()).toEqual(Object.keys(LEGAL_FIGURES).sort());
  expect(() => fillIn("within {someDays} days")).toThrow("someDays");
});

test.each(LOCALES)(
  "The privacy policy in %s names every key that the console stores in the browser",
  (locale) => {
    const text = JSON.stringify(fillInTemplate(legalTemplate("privacy", locale)));
    for (const key of [...Object.values(STORAGE_KEYS), ...Object.values(SESSION_KEYS)]) {
      expect(text).toContain(key);
    }
  },
);

test("The terms show the binding figures instead of placeholders", () => {
  const terms = JSON.stringify(fillInTemplate(legalTemplate("terms", "en")));
  expect(terms).toContain("fees you paid us in the past 12 months");
  expect(terms).toContain("between 10.00 and 100,000.00 of the asset");
});

test("The terms and the agreement show current fees; the terms also show card limits", () => {
  for (const name of ["terms", "agreement"] as const) {
    const { sections } = legalTemplate(name, "en");
    expect(sections.filter((section) => section.showsFees)).toHaveLength(1);
  }
  const { sections } = legalTemplate("terms", "en");
  expect(sections.find((section) => section.showsLimits)?.heading).toBe("Using cards");
});
