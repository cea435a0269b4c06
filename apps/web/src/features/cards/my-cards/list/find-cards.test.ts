import type { Card } from "@tessera/contract/cards/cards.schemas";
import { expect, test } from "vitest";
import { findCards } from "./find-cards.ts";

function card(
  ...[id, type, last4, nickname = null, tags = []]: [
    id: string,
    type: Card["type"],
    last4: string,
    nickname?: string | null,
    tags?: string[],
  ]
) {
  const searched: Partial<Card> = { id, type, last4, nickname, tags, network: "visa" };
  return searched as Card;
}

const patina = card("crd_P8K74SBK", "business", "4821");
const lapis = card("crd_VMBYRA99", "standard", "7730");
const named = card("crd_4SK3VM2B", "premium", "1009", "Ads Berlin", ["Marketing EU"]);
const all = [patina, lapis, named];

test("Card search matches product names in any language, last four digits, and nicknames", () => {
  expect(findCards(all, "patina")).toEqual([patina]);
  expect(findCards(all, "青金")).toEqual([lapis]);
  expect(findCards(all, "7730")).toEqual([lapis]);
  expect(findCards(all, " berlin ADS ")).toEqual([named]);
});

test("Card search matches the network and parts of tags, ignoring case", () => {
  expect(findCards(all, "marketing")).toEqual([named]);
  expect(findCards(all, "VISA eu")).toEqual([named]);
});

test("Card search requires every word to match; an empty search finds all cards", () => {
  expect(findCards(all, "lapis 4821")).toEqual([]);
  expect(findCards(all, "  ")).toEqual(all);
});
