import { LOCALES } from "@tessera/contract/errors/locales";
import { describe, expect, test } from "vitest";
import { readTypedDate, typedDateFormat, writeTypedDate } from "./typed-date.ts";

describe("A typed date", () => {
  test.each([
    ["11/24/2026", "en", "2026-11-24"],
    ["1/2/2026", "en", "2026-01-02"],
    ["1-2-2026", "en", "2026-01-02"],
    ["2026-11-24", "en", "2026-11-24"],
    ["2026-11-24", "zh-CN", "2026-11-24"],
    ["2026/1/2", "zh-TW", "2026-01-02"],
    ["2026年1月2日", "zh-CN", "2026-01-02"],
    ["２０２６－１１－２４", "zh-TW", "2026-11-24"],
    ["20261124", "zh-CN", "2026-11-24"],
    [" 11/24/2026 ", "en", "2026-11-24"],
  ] as const)("%s in %s is parsed as %s", (typed, locale, day) => {
    expect(readTypedDate(typed, "day", locale)).toBe(day);
  });

  test.each([
    ["11/24/2026", "zh-CN"],
    ["24/11/2026", "en"],
    ["02/29/2027", "en"],
    ["2026-13-01", "zh-TW"],
    ["11/24", "en"],
    ["11/24/26", "en"],
    ["tomorrow", "en"],
    ["", "en"],
  ] as const)("%s in %s is invalid", (typed, locale) => {
    expect(readTypedDate(typed, "day", locale)).toBeUndefined();
  });

  test.each([
    ["11/24/2026 9:30", "en", "2026-11-24T09:30"],
    ["2026-11-24T09:30", "en", "2026-11-24T09:30"],
    ["2026年11月24日 23:05", "zh-CN", "2026-11-24T23:05"],
    ["2026-11-24 24:00", "zh-CN", undefined],
    ["2026-11-24", "zh-TW", undefined],
    ["9:30", "en", undefined],
  ] as const)("with a time, %s in %s is parsed as %s", (typed, locale, moment) => {
    expect(readTypedDate(typed, "moment", locale)).toBe(moment);
  });

  test("parses back to the same date in any language and matches the format hint", () => {
    for (const locale of LOCALES) {
      const [day, moment] = ["2026-01-09", "2026-01-09T23:05"];
      expect(readTypedDate(writeTypedDate(day, locale), "day", locale)).toBe(day);
      expect(readTypedDate(writeTypedDate(moment, locale), "moment", locale)).toBe(moment);
    }
    expect(writeTypedDate("2026-01-09", "en")).toBe("01/09/2026");
    expect(writeTypedDate("2026-01-09", "zh-CN")).toBe("2026-01-09");
    expect(typedDateFormat("day", "en")).toBe("MM/DD/YYYY");
    expect(typedDateFormat("moment", "zh-TW")).toBe("YYYY-MM-DD HH:MM");
  });
});
