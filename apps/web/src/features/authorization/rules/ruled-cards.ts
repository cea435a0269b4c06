import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";

/**
 * The fields of a card that determine whether a rule applies to it, plus those that are displayed.
 */
export type RuledCard = Pick<Card, "id" | "type" | "nickname" | "last4" | "currency" | "status">;

/** Returns the cards that rules can apply to: all except closed ones. */
export function openCards<C extends RuledCard>(cards: readonly C[]): readonly C[] {
  return cards.filter(({ status }) => status !== "closed");
}

/** Returns the customer's open cards that a rule applies to. */
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
