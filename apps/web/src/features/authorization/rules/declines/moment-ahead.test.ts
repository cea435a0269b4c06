import { expect, test } from "vitest";
import { momentAhead } from "./moment-ahead.ts";

const NOW = new Date(2026, 10, 21, 12, 0);

test.each([
  [new Date(2026, 10, 21, 14, 5), "14:05", "14:05"],
  [new Date(2026, 10, 23, 0, 0), "Monday", "星期一"],
  [new Date(2026, 10, 22, 8, 30), "Sunday, 08:30", "星期日 08:30"],
  [new Date(2026, 11, 1, 0, 0), "1 Dec", "12 月 1 日"],
])("momentAhead formats %s as %s", (at, en, chinese) => {
  expect(momentAhead(at, "en", NOW)).toBe(en);
  expect(momentAhead(at, "zh-TW", NOW)).toBe(chinese);
});
