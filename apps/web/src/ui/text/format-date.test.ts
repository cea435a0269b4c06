import { expect, test } from "vitest";
import { formatDay, formatMoment, formatRelativeDay } from "./format-date.ts";

const now = new Date(2026, 10, 21, 9, 5);

test("formatDay formats days in each language", () => {
  expect(formatDay(new Date(2026, 10, 20), "en", now)).toBe("20 Nov");
  expect(formatDay(new Date(2026, 10, 20), "zh-CN", now)).toBe("11 月 20 日");
  expect(formatDay(new Date(2025, 0, 3), "en", now)).toBe("3 Jan 2025");
  expect(formatDay(new Date(2025, 0, 3), "zh-TW", now)).toBe("2025 年 1 月 3 日");
});

test("formatRelativeDay counts calendar days rather than 24-hour periods", () => {
  expect(formatRelativeDay(new Date(2026, 10, 21, 0, 1), "en", now)).toBe("Today");
  expect(formatRelativeDay(new Date(2026, 10, 20, 23, 59), "en", now)).toBe("Yesterday");
  expect(formatRelativeDay(new Date(2026, 10, 20, 9, 6), "zh-CN", now)).toBe("昨天");
});

test("formatMoment formats points in time", () => {
  expect(formatMoment(new Date(2026, 10, 21, 8, 4), "en", now)).toBe("08:04");
  expect(formatMoment(new Date(2026, 10, 20, 18, 31), "en", now)).toBe("Yesterday, 18:31");
  expect(formatMoment(new Date(2026, 10, 18, 7, 0), "zh-CN", now)).toBe("11 月 18 日 07:00");
  expect(formatMoment(new Date(2025, 0, 18, 8, 20), "en", now)).toBe("18 Jan 2025, 08:20");
  expect(formatMoment(new Date(2025, 0, 18, 8, 20), "zh-TW", now)).toBe("2025 年 1 月 18 日 08:20");
});
