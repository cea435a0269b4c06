import { createStore, useStore } from "./session/store.ts";

const issuedCardStore = createStore<string | null>(null);

/** Says that a card has just been issued, so that home shows it first. */
export function keepIssuedCard(cardId: string): void {
  issuedCardStore.set(cardId);
}

/** Another card was chosen since. */
export function forgetIssuedCard(): void {
  issuedCardStore.set(null);
}

/** The card that was issued last, until another one is chosen. */
export function useIssuedCard(): string | null {
  return useStore(issuedCardStore);
}
