import type { Card } from "@tessera/contract/cards/cards.schemas";
import { LOCALES } from "@tessera/contract/errors/locales";
import { cardName } from "../../../../ui/mosaic/card-name.ts";

/**
 * Returns true if the card's name (in any language), last four, network or tags contain every word.
 */
function matches(card: Card, words: readonly string[]): boolean {
  const names = LOCALES.map((locale) => cardName(card, locale));
  const text = [...names, card.last4, card.network, ...card.tags].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * Returns the cards that match a search, in their original order; all cards for an empty search.
 */
export function findCards(cards: readonly Card[], search: string): readonly Card[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? cards : cards.filter((card) => matches(card, words));
}
