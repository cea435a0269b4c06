import { describe, expect, test } from "vitest";
import { isMerchant, merchantKey } from "./merchant-key.policy.ts";

describe("a merchant key", () => {
  test("is the same for all spellings of a name", () => {
    const ways = [
      "Adobe Cloud",
      "ADOBE  *CLOUD 1234",
      "ａｄｏｂｅ　ｃｌｏｕｄ",
      " adobe-cloud #00981 ",
      "Ado\u200bbe Clo\u00adud",
      "\u202eAdobe\u202c Cloud\ufe0f",
    ];
    expect(ways.map(merchantKey)).toEqual(ways.map(() => "ADOBE CLOUD"));
  });

  test("differs for names that differ in letters, vowel signs or short numbers", () => {
    const names = ["कि", "की", "क", "Cafe", "Café", "7 Eleven", "24 Eleven", "Ａ1", "A2"];
    expect(new Set(names.map(merchantKey)).size).toBe(names.length);
    expect(merchantKey("Cafe\u0301")).toBe(merchantKey("Café"));
  });

  test("is never empty, and normalizing it again changes nothing", () => {
    for (const name of ["***", "🙈🙈", "\u200b", "123456", "#00981", "ß", "\ufdfa", "i̇"]) {
      const key = merchantKey(name);
      expect(key).not.toBe("");
      expect(merchantKey(key)).toBe(key);
    }
  });

  test("matches whole words from the start of the name", () => {
    expect(isMerchant(merchantKey("ADOBE *STOCK"), merchantKey("Adobe"))).toBe(true);
    expect(isMerchant(merchantKey("Adobeland"), merchantKey("Adobe"))).toBe(false);
    expect(isMerchant(merchantKey("My Adobe"), merchantKey("Adobe"))).toBe(false);
    expect(isMerchant(merchantKey("Adobe"), merchantKey("Adobe Stock"))).toBe(false);
  });
});
