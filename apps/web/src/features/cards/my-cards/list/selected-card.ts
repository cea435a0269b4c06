import type { Card } from "@tessera/contract/cards/cards.schemas";
import { forgetIssuedCard, useIssuedCard } from "../../../../lib/issued-card.ts";
import { createStore, useStore } from "../../../../lib/session/store.ts";

/** Which card home shows, for as long as the console is open. */
const selectedCardStore = createStore<string | null>(null);

export function selectCard(cardId: string): void {
  forgetIssuedCard();
  selectedCardStore.set(cardId);
}

/** The selected card among those there are, else the first. One just issued comes before all. */
export function useSelectedCard(cards: readonly Card[]): Card | undefined {
  const chosen = useStore(selectedCardStore);
  const issued = useIssuedCard();
  const selected = issued ?? chosen;
  return cards.find((card) => card.id === selected) ?? cards[0];
}
