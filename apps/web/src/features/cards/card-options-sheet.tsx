import { useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { ArchiveX, ReceiptText } from "lucide-react";
import { useLocale } from "../../lib/locale.ts";
import { CardThumb } from "../../ui/card-thumb.tsx";
import { ListRowButton, ListRowLink, RowIcon } from "../../ui/list-row.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { cardLabel } from "./card-label.ts";
import { cardTransactionsLink } from "./card-links.ts";

interface CardOptionsSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCloseCard: () => void;
}

/** What is done with a card seldom. */
export function CardOptionsSheet({ card, open, onClose, onCloseCard }: CardOptionsSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={cardLabel(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      <ListRowLink
        to={cardTransactionsLink(card.id)}
        lead={
          <RowIcon>
            <ReceiptText aria-hidden="true" strokeWidth={1.75} />
          </RowIcon>
        }
        title={t`Transactions`}
      />
      {card.status !== "closed" && (
        <ListRowButton
          onClick={onCloseCard}
          lead={
            <RowIcon>
              <ArchiveX aria-hidden="true" strokeWidth={1.75} className="text-negative" />
            </RowIcon>
          }
          title={<span className="text-negative">{t`Close card`}</span>}
          meta={t`Its balance returns to your account`}
        />
      )}
    </Sheet>
  );
}
