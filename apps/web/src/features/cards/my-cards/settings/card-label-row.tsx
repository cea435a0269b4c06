import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { Pencil } from "lucide-react";
import { Button } from "../../../../ui/form/button.tsx";

interface CardLabelRowProps {
  readonly card: Card;
  readonly onEdit: () => void;
}

/**
 * Shows a card's tags and a button to rename or tag the card. Each tag links to all cards with that
 * tag.
 */
export function CardLabelRow({ card, onEdit }: CardLabelRowProps) {
  const { t } = useLingui();
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {card.tags.map((tag) => (
        <Link
          key={tag}
          to="/cards"
          search={{ tag }}
          aria-label={t`Cards with the tag ${tag}`}
          className="relative inline-flex min-h-9 max-w-full items-center rounded-[9px] bg-accent-soft px-3 text-[0.875rem]/5 font-medium text-accent-ink after:absolute after:inset-x-0 after:-inset-y-1"
        >
          <span className="truncate">{tag}</span>
        </Link>
      ))}
      <Button
        size="md"
        kind="text"
        // Aligns the button's text with the edge of the card.
        className={card.tags.length === 0 ? "-mx-3" : undefined}
        icon={<Pencil aria-hidden="true" size={18} strokeWidth={1.75} />}
        onClick={onEdit}
      >
        {card.tags.length === 0 ? <Trans>Name and tags</Trans> : <Trans>Edit</Trans>}
      </Button>
    </div>
  );
}
