import { createStore, useStore } from "./store.ts";

const issuedCardStore = createStore<string | null>(null);

/** Says that a card has just been issued, so that home shows it, and shows it being laid. */
export function celebrateIssuedCard(cardId: string): void {
  issuedCardStore.set(cardId);
}

/** It has been shown. */
export function forgetIssuedCard(): void {
  issuedCardStore.set(null);
}

/** The card that has just been issued and not been shown yet. */
export function useIssuedCard(): string | null {
  return useStore(issuedCardStore);
}
