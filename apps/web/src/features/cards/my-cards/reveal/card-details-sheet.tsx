import { useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { useLocale } from "../../../../lib/locale.ts";
import { TIER_LABELS } from "../../../../ui/card-face/card-face.tsx";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { networkName } from "../../../../ui/card-face/network-mark.tsx";
import { cardName } from "../../../../ui/mosaic/card-name.ts";
import { tierOf } from "../../../../ui/mosaic/palette.ts";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { OwnDetails } from "./own-details.tsx";
import { StripeDetails } from "./stripe-details.tsx";

interface CardDetailsSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Shows a card's number, expiry, CVV and address after a step-up. */
export function CardDetailsSheet({ card, open, onClose }: CardDetailsSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={cardName(card, locale)}
      subtitle={`${t(TIER_LABELS[tierOf(card.type)])} · ${networkName(card.network)}`}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      {card.numberAt === "stripe" ? (
        <StripeDetails cardId={card.id} open={open} onClose={onClose} />
      ) : (
        <OwnDetails card={card} open={open} onClose={onClose} />
      )}
    </Sheet>
  );
}
