import { expect, test } from "vitest";
import { cardsOf, type RuledCard } from "./ruled-cards.ts";

function card(id: string, changes: Partial<RuledCard> = {}): RuledCard {
  const rest = { type: "standard", currency: "USD", status: "active" } as const;
  return { id, nickname: null, last4: "0000", ...rest, ...changes };
}

const CARDS = [
  card("dollars"),
  card("frozen", { status: "frozen" }),
  card("euros", { currency: "EUR", type: "premium" }),
  card("closed", { status: "closed" }),
];

function idsOf(rule: Parameters<typeof cardsOf>[0]): string[] {
  return cardsOf(rule, CARDS).map(({ id }) => id);
}

test("A rule applies to open cards in its scope and in its currency, if it has one", () => {
  expect(idsOf({ scope: { cards: "all" } })).toEqual(["dollars", "frozen", "euros"]);
  expect(idsOf({ scope: { cards: "all" }, currency: "EUR" })).toEqual(["euros"]);
  expect(idsOf({ scope: { cards: "tier", tier: "standard" } })).toEqual(["dollars", "frozen"]);
  const some = { cards: "some", cardIds: ["closed", "euros"] } as const;
  expect(idsOf({ scope: { ...some, cardIds: [...some.cardIds] } })).toEqual(["euros"]);
});
