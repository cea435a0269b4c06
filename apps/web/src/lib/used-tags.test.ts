import { expect, test } from "vitest";
import { hasTag, usedTags } from "./used-tags.ts";

const cards = [{ tags: ["Ads"] }, { tags: ["Travel", "ads"] }, { tags: [] }];

test("tags are listed once whatever their case, those on the most cards first", () => {
  expect(usedTags([{ tags: ["Travel"] }, ...cards, { tags: ["ADS"] }])).toEqual(["Ads", "Travel"]);
});

test("a card has a tag whatever the tag's case", () => {
  expect(cards.map((card) => hasTag(card, "ADS"))).toEqual([true, true, false]);
});
