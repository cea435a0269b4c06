import { createStore, useStore } from "./session/store.ts";

const issuedCardStore = createStore<string | null>(null);

/** Stores which card was just issued, so that the home page shows it first. */
export function keepIssuedCard(cardId: string): void {
  issuedCardStore.set(cardId);
}

/** Forgets the issued card; call this when another card is selected. */
export function forgetIssuedCard(): void {
  issuedCardStore.set(null);
}

/** Returns the id of the last issued card, until another card is selected. */
export function useIssuedCard(): string | null {
  return useStore(issuedCardStore);
}
