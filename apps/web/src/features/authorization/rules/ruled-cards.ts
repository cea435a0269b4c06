import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";

/** What of a card decides whether a rule is for it, and how it is shown. */
export type RuledCard = Pick<Card, "id" | "type" | "nickname" | "last4" | "currency" | "status">;

/** The cards that rules can still be for: all but the closed ones. */
export function openCards<C extends RuledCard>(cards: readonly C[]): readonly C[] {
  return cards.filter(({ status }) => status !== "closed");
}

/** Those of the customer's open cards that a rule is for. */
export function cardsOf<C extends RuledCard>(
  { scope, currency }: Pick<StrategyRule, "scope" | "currency">,
  cards: readonly C[],
): readonly C[] {
  return openCards(cards).filter(
    (card) =>
      (currency === undefined || card.currency === currency) &&
      (scope.cards !== "some" || scope.cardIds?.includes(card.id) === true) &&
      (scope.cards !== "tier" || card.type === scope.tier),
  );
}
