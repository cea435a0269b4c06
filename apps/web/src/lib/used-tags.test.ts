import { expect, test } from "vitest";
import { hasTag, usedTags } from "./used-tags.ts";

const cards = [{ tags: ["Ads"] }, { tags: ["Travel", "ads"] }, { tags: [] }];

test("usedTags lists each tag once regardless of case, most used first", () => {
  expect(usedTags([{ tags: ["Travel"] }, ...cards, { tags: ["ADS"] }])).toEqual(["Ads", "Travel"]);
});

test("hasTag ignores the case of a tag", () => {
  expect(cards.map((card) => hasTag(card, "ADS"))).toEqual([true, true, false]);
});
