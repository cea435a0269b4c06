import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { Locale } from "../../../lib/locale.ts";
import { cardName } from "../../../ui/mosaic/card-name.ts";

/** Returns a card's name with its last four digits, because two cards can share a name. */
export function cardLabel(
  card: Pick<Card, "id" | "type" | "nickname" | "last4">,
  locale: Locale,
): string {
  return `${cardName(card, locale)} ${card.last4}`;
}
