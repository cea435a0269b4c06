import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { CurrencyCode } from "@tessera/money";

/** The fields of a card that rules refer to: its wire id, its tier and its currency. */
interface GuardedCard {
  readonly id: string;
  readonly tier: string;
  readonly currency: CurrencyCode;
}

function isAbout({ scope, currency }: StrategyRule, card: GuardedCard): boolean {
  if (currency !== undefined && currency !== card.currency) {
    return false;
  }
  switch (scope.cards) {
    case "all":
      return true;
    case "some":
      return scope.cardIds?.includes(card.id) === true;
    case "tier":
      return scope.tier === card.tier;
  }
}

/**
 * Returns the cards for which no rule declines or holds payments. A rule that only notifies does
 * not guard a card.
 */
export function unguardedCards<C extends GuardedCard>(
  cards: readonly C[],
  rules: readonly StrategyRule[],
): C[] {
  const guarding = rules.filter(({ action }) => action !== "notify");
  return cards.filter((card) => !guarding.some((rule) => isAbout(rule, card)));
}
