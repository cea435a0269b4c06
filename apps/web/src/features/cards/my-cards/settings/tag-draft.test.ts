import { expect, test } from "vitest";
import { addTag, suggestedTags } from "./tag-draft.ts";

test("A tag is trimmed and added once, ignoring case and character width", () => {
  expect(addTag(["Ads"], "  Q4   2026 ")).toEqual(["Ads", "Q4 2026"]);
  expect(addTag(["Ads"], "ADS")).toEqual(["Ads"]);
  expect(addTag(["Ads"], "ａｄｓ")).toEqual(["Ads"]);
  expect(addTag(["Ads"], "   ")).toEqual(["Ads"]);
});

test("A ninth tag is not added", () => {
  const eight = Array.from({ length: 8 }, (_, n) => `t${n}`);
  expect(addTag(eight, "more")).toEqual(eight);
});

test("Suggestions contain the typed text and omit tags that the card has", () => {
  expect(suggestedTags(["Ads", "Travel", "Trade"], ["ads"], "TR")).toEqual(["Travel", "Trade"]);
  expect(suggestedTags(["Ads", "Travel"], [], "")).toEqual(["Ads", "Travel"]);
});
