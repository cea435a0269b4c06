import { Trans } from "@lingui/react/macro";
import { useLocale } from "../../../lib/locale.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import type { RuledCard } from "./ruled-cards.ts";

const MOST_SHOWN = 5;

/**
 * Renders small pictures of the cards a rule applies to; screen readers announce the cards' names.
 */
export function CardThumbs({ cards }: { readonly cards: readonly RuledCard[] }) {
  const locale = useLocale();
  const more = cards.length - MOST_SHOWN;
  if (cards.length === 0) {
    return (
      <span className="text-micro text-ink-3">
        <Trans>Applies to no cards</Trans>
      </span>
    );
  }
  return (
    <ul className="flex flex-wrap items-center gap-1">
      {cards.slice(0, MOST_SHOWN).map((card) => (
        <li key={card.id} className="flex">
          <CardThumb cardId={card.id} type={card.type} size="xs" />
          <span className="sr-only">
            {cardName(card, locale)} {card.last4}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li className="text-micro text-ink-3">
          <Trans>+{more}</Trans>
        </li>
      )}
    </ul>
  );
}
