import { LEGAL_VERSIONS } from "@tessera/contract/identity/legal-versions";
import { expect, test } from "vitest";
import { digestOf, EVERY_TEXT, fillInTemplate, legalTemplate } from "./legal-template.ts";
import { loadLegalText } from "./legal-text.ts";

test.each(EVERY_TEXT)(
  "The newest legal text $name in $locale matches its filled-in template",
  async ({ name, locale }) => {
    const version = LEGAL_VERSIONS[name].length;
    const text = fillInTemplate(legalTemplate(name, locale));
    // A new version's file is written once; a version with a digest is never rewritten.
    await expect(`${JSON.stringify(text, null, 2)}\n`).toMatchFileSnapshot(
      `./texts/versions/${name}/v${version}.${locale.toLowerCase()}.json`,
    );
  },
);

test.each(EVERY_TEXT)(
  "Every published version of the legal text $name in $locale matches its digest",
  async ({ name, locale }) => {
    for (const { version, sha256 } of LEGAL_VERSIONS[name]) {
      const text = await loadLegalText(name, version, locale);
      expect(text, `${name} ${version} can be read`).toBeDefined();
      if (text !== undefined) {
        expect(await digestOf(text), `${name} ${version} ${locale}`).toBe(sha256[locale]);
      }
    }
  },
);

test("A legal text that differs by one letter has a different digest", async () => {
  const text = fillInTemplate(legalTemplate("terms", "en"));
  const changed = { ...text, intro: `${text.intro}.` };
  expect(await digestOf(changed)).not.toBe(await digestOf(text));
});
