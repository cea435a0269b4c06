import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { expect, test } from "vitest";
import { unguardedCards } from "./unguarded-cards.policy.ts";

const CARDS = [
  { id: "card_a", tier: "business", currency: "USD" },
  { id: "card_b", tier: "standard", currency: "EUR" },
] as const;

function rule(changes: Partial<StrategyRule>): StrategyRule {
  return {
    when: { newMerchant: true },
    action: "decline",
    scope: { cards: "all" },
    counts: "per_card",
    email: false,
    ...changes,
  };
}

const left = (...rules: StrategyRule[]) => unguardedCards(CARDS, rules).map(({ id }) => id);

test("unguarded cards: a rule that declines or holds payments guards its cards", () => {
  expect(left()).toEqual(["card_a", "card_b"]);
  expect(left(rule({}))).toEqual([]);
  expect(left(rule({ scope: { cards: "some", cardIds: ["card_b"] } }))).toEqual(["card_a"]);
  expect(left(rule({ scope: { cards: "tier", tier: "business" } }))).toEqual(["card_b"]);
  expect(left(rule({ currency: "EUR" }))).toEqual(["card_a"]);
  expect(left(rule({ action: "notify" }))).toEqual(["card_a", "card_b"]);
});
