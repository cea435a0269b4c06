import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { ArrowUpRight, Eye, Plus, ReceiptText } from "lucide-react";
import { Action, ActionLink, ActionRow } from "../../../ui/list/action-row.tsx";
import { cardTransactionsLink } from "./card-links.ts";
import type { CardSheetName } from "./card-sheet-names.ts";
import { canFund, isFrozenBy } from "./card-standing.ts";

export interface CardActionsProps {
  readonly card: Card;
  readonly onShow: (name: CardSheetName) => void;
}

export const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;

/** Returns true if the card can be loaded or unloaded, which requires an open card. */
export function canMove(card: Card): boolean {
  return card.status === "active" || card.status === "expired";
}

/** Explains why an action on the card is unavailable. */
export function CardActionsNote({ card }: { readonly card: Card }) {
  const why = whyShut(card);
  return why === null ? null : <p className="mt-1 text-small text-ink-3">{why}</p>;
}

function whyShut(card: Card) {
  if (card.status === "closing") {
    return <Trans>This card is closing. Its balance returns to your account automatically.</Trans>;
  }
  if (card.status === "frozen") {
    if (isFrozenBy(card, "operator")) {
      return <Trans>This card was frozen by Tessera. Contact support to have it lifted.</Trans>;
    }
    return isFrozenBy(card, "verification") ? (
      <Trans>This card is on hold. Open it to see why and what to do.</Trans>
    ) : (
      <Trans>This card is frozen. Unfreeze it to move funds and to pay.</Trans>
    );
  }
  if (card.used) {
    return (
      <Trans>This single-use card has already been used. You can transfer the rest out.</Trans>
    );
  }
  return null;
}

/** Renders the primary actions of a card: add funds and transfer out. */
export function FundingActions({ card, onShow }: CardActionsProps) {
  const { t } = useLingui();
  return (
    <>
      <Action
        primary
        icon={<Plus {...ICON} />}
        label={t`Add funds`}
        onClick={() => onShow("deposit")}
        disabled={!canFund(card)}
      />
      <Action
        icon={<ArrowUpRight {...ICON} />}
        label={t`Transfer out`}
        onClick={() => onShow("withdraw")}
        disabled={!canMove(card)}
      />
    </>
  );
}

/** Renders the actions on the card that the home page shows. */
export function HomeCardActions({ card, onShow }: CardActionsProps) {
  const { t } = useLingui();
  return (
    <>
      <ActionRow label={t`Card actions`}>
        <FundingActions card={card} onShow={onShow} />
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
