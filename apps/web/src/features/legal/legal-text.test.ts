import { expect, test } from "vitest";
import { type LegalName, loadLegalText } from "./legal-text.ts";

const NAMES: readonly LegalName[] = ["terms", "privacy", "security", "agreement"];

test.each(NAMES)("%s says as much in every language, and names no fee itself", async (name) => {
  const shapes = await Promise.all(
    (["en", "zh-CN", "zh-TW"] as const).map(async (locale) => {
      const text = await loadLegalText(name, locale);
      expect(JSON.stringify(text)).not.toMatch(/[0-9.]+\s?%|[$¥€][0-9]/);
      return text.sections.map((one) => [one.paragraphs.length, one.showsFees ?? false]);
    }),
  );
  expect(shapes[1]).toEqual(shapes[0]);
  expect(shapes[2]).toEqual(shapes[0]);
});

test("the fees in force stand where a contract is made", async () => {
  for (const name of ["terms", "agreement"] as const) {
    const { sections } = await loadLegalText(name, "en");
    expect(sections.filter((section) => section.showsFees)).toHaveLength(1);
  }
});
