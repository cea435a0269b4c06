import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { spanText } from "./span-text.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

test.each([
  ["PT5M", "5 minutes later"],
  ["PT1H", "1 hour later"],
  ["PT20H", "20 hours later"],
  ["P1D", "1 day later"],
  ["P11D", "11 days later"],
  ["P1M", "1 month later"],
])('spanText formats the duration %s as "%s"', (iso, text) => {
  const words = spanText(iso);
  expect(words && i18n._(words)).toBe(text);
});

test.each(["", "soon", "P", "PT0H"])(
  'spanText returns no text for the invalid duration "%s"',
  (iso) => {
    expect(spanText(iso)).toBeUndefined();
  },
);
