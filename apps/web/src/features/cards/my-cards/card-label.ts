import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { Locale } from "../../../lib/locale.ts";
import { cardName } from "../../../ui/mosaic/card-name.ts";

/** A card's name and its last four digits: two cards can share a name. */
export function cardLabel(
  card: Pick<Card, "id" | "type" | "nickname" | "last4">,
  locale: Locale,
): string {
  return `${cardName(card, locale)} ${card.last4}`;
}
