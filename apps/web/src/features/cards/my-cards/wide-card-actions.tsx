import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowUpRight, Eye, Plus, ReceiptText } from "lucide-react";
import { Button, buttonClass } from "../../../ui/form/button.tsx";
import { CardActionsNote, type CardActionsProps, canMove, ICON } from "./card-actions.tsx";
import { cardTransactionsLink } from "./card-links.ts";
import { canFund } from "./card-standing.ts";

/** Renders the card actions as buttons in a row, for wide screens. */
export function WideCardActions({ card, onShow }: CardActionsProps) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Card actions`}>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          size="md"
          icon={<Plus {...ICON} />}
          onClick={() => onShow("deposit")}
          disabled={!canFund(card)}
        >
          <Trans>Add funds</Trans>
        </Button>
        <Button
          size="md"
          icon={<ArrowUpRight {...ICON} />}
          onClick={() => onShow("withdraw")}
          disabled={!canMove(card)}
        >
          <Trans>Transfer out</Trans>
        </Button>
        <Button size="md" icon={<Eye {...ICON} />} onClick={() => onShow("details")}>
          <Trans>Details</Trans>
        </Button>
        <Link {...cardTransactionsLink(card.id)} className={buttonClass({ size: "md" })}>
          <ReceiptText {...ICON} />
          <Trans>Transactions</Trans>
        </Link>
      </div>
      <CardActionsNote card={card} />
    </nav>
  );
}
