import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { CurrencyCode } from "@tessera/money";

/** A card as rules name it: its wire id, its tier and what it is in. */
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

/** Cards that no rule stops or holds anything for. A rule that only tells guards nothing. */
export function unguardedCards<C extends GuardedCard>(
  cards: readonly C[],
  rules: readonly StrategyRule[],
): C[] {
  const guarding = rules.filter(({ action }) => action !== "notify");
  return cards.filter((card) => !guarding.some((rule) => isAbout(rule, card)));
}
