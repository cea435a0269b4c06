import { expect, test } from "vitest";
import { shownText } from "./mandate-texts.policy.ts";

test.each([
  ["plain text", "Team licenses, 3 seats", "Team licenses, 3 seats", 0],
  ["a right-to-left override", "pay \u202eEBODA\u202c now", "pay EBODA now", 2],
  ["zero-width characters", "Ad\u200bo\u2060be", "Adobe", 2],
  ["tag characters that spell instructions", "ok\u{e0061}\u{e0062}", "ok", 2],
  ["control characters", "a\u0007b\u009bc", "abc", 2],
  ["line breaks", "first\r\nsecond\u2028third", "first second third", 0],
  ["markup", "<b>Approve</b> [now](https://example.com)", undefined, 0],
  ["a joined emoji", "for 👩‍💻", "for 👩‍💻", 0],
])("shownText: shows %s as what it is", (_what, raw, text = raw, hidden) => {
  expect(shownText(raw)).toEqual({ text, hidden });
});

test("shownText: is empty for a text that nobody could see", () => {
  expect(shownText("\u200b\u200d\ufeff ")).toEqual({ text: "", hidden: 3 });
});
