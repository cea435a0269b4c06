import type { Card } from "@tessera/contract/cards/cards.schemas";
import { forgetIssuedCard, useIssuedCard } from "../../../../lib/issued-card.ts";
import { createStore, useStore } from "../../../../lib/session/store.ts";

/** Id of the card shown on the home page, kept until the console is closed. */
const selectedCardStore = createStore<string | null>(null);

export function selectCard(cardId: string): void {
  forgetIssuedCard();
  selectedCardStore.set(cardId);
}

/**
 * Returns the selected card, or the first card if none is selected. A card that was just issued
 * takes precedence over both.
 */
export function useSelectedCard(cards: readonly Card[]): Card | undefined {
  const chosen = useStore(selectedCardStore);
  const issued = useIssuedCard();
  const selected = issued ?? chosen;
  return cards.find((card) => card.id === selected) ?? cards[0];
}
