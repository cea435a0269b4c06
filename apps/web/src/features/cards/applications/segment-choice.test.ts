import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { expect, test } from "vitest";
import { chooseSegment } from "./segment-choice.ts";
import { groupedBin } from "./segment-name.ts";

function segment(id: string, type: CardSegment["type"], inStock = true): CardSegment {
  const limits = { perTransaction: "1.00", daily: "1.00", monthly: "1.00" };
  return {
    id,
    type,
    inStock,
    limits,
    network: "visa",
    bin: "485998",
    currency: "USD",
    openingFee: "1.50",
    depositFeeBasisPoints: 350,
    description: "",
  };
}

const sold = segment("sold", "standard", false);
const plain = segment("plain", "standard");
const gold = segment("gold", "premium");

test("The first available card product is selected; a sold-out product never is", () => {
  expect(chooseSegment([sold, plain, gold], undefined, undefined).chosen).toBe(plain);
  expect(chooseSegment([sold, plain, gold], undefined, "sold").chosen).toBe(plain);
  expect(chooseSegment([sold], undefined, "sold").chosen).toBeUndefined();
});

test("The tier filter applies to both the listed products and the selected one", () => {
  const choice = chooseSegment([sold, plain, gold], "premium", "plain");
  expect(choice.shown).toEqual([gold]);
  expect(choice.chosen).toBe(gold);
  expect(choice.tier).toBe("premium");
});

test("A BIN is formatted in groups of digits, as on a card", () => {
  expect(groupedBin("485998")).toBe("4859 98••");
  expect(groupedBin("48599812")).toBe("4859 9812");
});
