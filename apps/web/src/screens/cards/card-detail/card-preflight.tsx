import type { Card } from "@tessera/contract/cards/cards.schemas";
import { cardLabel } from "../../../features/cards/my-cards/card-label.ts";
import { loadTexts } from "../../../i18n/catalog.ts";
import { useLocale } from "../../../lib/locale.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { useCardFixes } from "../../authorization/stopped-payment/use-card-fixes.tsx";

const PreflightSheet = lazySheet(async () => {
  const [{ PreflightSheet: Sheet }] = await Promise.all([
    import("../../../features/authorization/rules/preflight/preflight-sheet.tsx"),
    loadTexts("risk"),
  ]);
  return Sheet;
});

interface CardPreflightProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Renders the preflight ("Will it go through?") for a card, and offers changes that would help. */
export function CardPreflight({ card, open, onClose }: CardPreflightProps) {
  const locale = useLocale();
  const { fixes, now, sheets } = useCardFixes(card);
  return (
    <PreflightSheet
      subject={{ cardId: card.id }}
      currency={card.currency}
      name={cardLabel(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
      card={fixes}
      now={now}
      open={open}
      onClose={onClose}
    >
      {sheets}
    </PreflightSheet>
  );
}
