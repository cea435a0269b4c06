import { expect, test } from "vitest";
import { addTag, suggestedTags } from "./tag-draft.ts";

test("A tag is trimmed; one that differs only in case or character width is not added", () => {
  expect(addTag(["Ads"], "  Q4   2026 ")).toEqual(["Ads", "Q4 2026"]);
  expect(addTag(["Ads"], "ADS")).toEqual(["Ads"]);
  expect(addTag(["Ads"], "ａｄｓ")).toEqual(["Ads"]);
  expect(addTag(["Ads"], "   ")).toEqual(["Ads"]);
});

test("A card cannot have a ninth tag", () => {
  const eight = Array.from({ length: 8 }, (_, n) => `t${n}`);
  expect(addTag(eight, "more")).toEqual(eight);
});

test("Suggested tags contain the typed text and exclude the card's current tags", () => {
  expect(suggestedTags(["Ads", "Travel", "Trade"], ["ads"], "TR")).toEqual(["Travel", "Trade"]);
  expect(suggestedTags(["Ads", "Travel"], [], "")).toEqual(["Ads", "Travel"]);
});
