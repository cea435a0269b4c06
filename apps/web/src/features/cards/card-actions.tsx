import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { ArrowUpRight, Eye, Plus, ReceiptText } from "lucide-react";
import { Action, ActionLink, ActionRow } from "../../ui/action-row.tsx";
import { cardTransactionsLink } from "./card-links.ts";
import type { CardSheetName } from "./card-sheets.tsx";

export interface CardActionsProps {
  readonly card: Card;
  readonly onShow: (name: CardSheetName) => void;
}

export const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;

/** Money goes in and out of open cards only. */
export function canMove(card: Card): boolean {
  return card.status === "active" || card.status === "expired";
}

/** Why an action is not open, beside the actions. */
export function CardActionsNote({ card }: { readonly card: Card }) {
  if (card.status !== "frozen") {
    return null;
  }
  return (
    <p className="mt-1 text-small text-ink-3">
      <Trans>This card is frozen. Unfreeze it to move funds and to pay.</Trans>
    </p>
  );
}

/** What can be done with the card that home shows. */
export function HomeCardActions({ card, onShow }: CardActionsProps) {
  const { t } = useLingui();
  return (
    <>
      <ActionRow label={t`Card actions`}>
        <Action
          primary
          icon={<Plus {...ICON} />}
          label={t`Add funds`}
          onClick={() => onShow("deposit")}
          disabled={card.status !== "active"}
        />
        <Action
          icon={<ArrowUpRight {...ICON} />}
          label={t`Transfer out`}
          onClick={() => onShow("withdraw")}
          disabled={!canMove(card)}
        />
        <Action icon={<Eye {...ICON} />} label={t`Details`} onClick={() => onShow("details")} />
        <ActionLink
          icon={<ReceiptText {...ICON} />}
          label={t`Transactions`}
          to={cardTransactionsLink(card.id)}
        />
      </ActionRow>
      <CardActionsNote card={card} />
    </>
  );
}
