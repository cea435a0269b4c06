import { LOCALES } from "@tessera/contract/errors/locales";
import { describe, expect, it } from "vitest";
import type { CatalogModule } from "./loaders.ts";

const CATALOGS = import.meta.glob<CatalogModule>("./locales/**/*.po", { eager: true });

describe.each(LOCALES)("the catalogs in %s", (locale) => {
  // All parts are loaded into one catalog, so the part that loads last would override the others.
  it("translate a message with the same context identically in every part", () => {
    const said = new Map<string, Set<string>>();
    for (const [file, { messages }] of Object.entries(CATALOGS)) {
      if (file.endsWith(`/${locale}.po`)) {
        for (const [id, text] of Object.entries(messages)) {
          said.set(id, (said.get(id) ?? new Set()).add(JSON.stringify(text)));
        }
      }
    }
    expect(said.size).toBeGreaterThan(1_000);
    expect([...said.values()].filter((texts) => texts.size > 1).map((texts) => [...texts])).toEqual(
      [],
    );
  });
});
