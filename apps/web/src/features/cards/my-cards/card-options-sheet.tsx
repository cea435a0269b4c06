import { useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { ArchiveX, Gauge, Moon, ReceiptText, Replace, Tag, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { useOffers } from "../../../lib/api/offering.ts";
import { useLocale } from "../../../lib/locale.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { ListRowButton, ListRowLink, RowIcon } from "../../../ui/list/list-row.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { cardLabel } from "./card-label.ts";
import { cardTransactionsLink } from "./card-links.ts";
import { isLiving } from "./card-standing.ts";

interface CardOptionsSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onShow: (name: "label" | "limits" | "draw" | "schedule" | "replace" | "close") => void;
  /** Rows that other features add to the list. */
  readonly more?: ReactNode;
}

/** Lists the less frequent actions on a card. */
export function CardOptionsSheet({ card, open, onClose, onShow, more }: CardOptionsSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const offersCards = useOffers("cards");
  const daily = formatMoney(card.draw?.daily ?? "0.00", card.currency);
  const drawn = card.draw === null ? t`If the card’s balance is too low` : t`Up to ${daily} a day`;
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
      <ListRowButton
        onClick={() => onShow("label")}
        lead={
          <RowIcon>
            <Tag aria-hidden="true" strokeWidth={1.75} />
          </RowIcon>
        }
        title={t`Name and tags`}
        meta={t`Make it easier to find`}
      />
      {more}
      {isLiving(card) && (
        <>
          <ListRowButton
            onClick={() => onShow("limits")}
            lead={
              <RowIcon>
                <Gauge aria-hidden="true" strokeWidth={1.75} />
              </RowIcon>
            }
            title={t`Spending limits`}
            meta={t`Per purchase, day and month`}
          />
          {card.draw !== undefined && (
            <ListRowButton
              onClick={() => onShow("draw")}
              lead={
                <RowIcon>
                  <Wallet aria-hidden="true" strokeWidth={1.75} />
                </RowIcon>
              }
              title={t`Draw on the account`}
              meta={card.keepAlive == null ? drawn : t`With merchants to keep paid`}
            />
          )}
          <ListRowButton
            onClick={() => onShow("schedule")}
            lead={
              <RowIcon>
                <Moon aria-hidden="true" strokeWidth={1.75} />
              </RowIcon>
            }
            title={t`Blocked hours`}
            meta={t`Times when payments are declined`}
          />
          {offersCards && !card.used && card.mandateId === null && (
            <ListRowButton
              onClick={() => onShow("replace")}
              lead={
                <RowIcon>
                  <Replace aria-hidden="true" strokeWidth={1.75} />
                </RowIcon>
              }
              title={t`Replace card`}
              meta={t`Get a new number for free`}
            />
          )}
        </>
      )}
      {isLiving(card) && (
        <ListRowButton
          onClick={() => onShow("close")}
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
