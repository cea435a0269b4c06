import { createStore, useStore } from "./session/store.ts";

const issuedCardStore = createStore<string | null>(null);

/** Stores which card has just been issued, so that home shows it first. */
export function keepIssuedCard(cardId: string): void {
  issuedCardStore.set(cardId);
}

/** Clears the issued card when another one is selected. */
export function forgetIssuedCard(): void {
  issuedCardStore.set(null);
}

/** Returns the id of the card issued last, until another one is selected. */
export function useIssuedCard(): string | null {
  return useStore(issuedCardStore);
}
