import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Card, Replacement } from "@tessera/contract/cards/cards.schemas";
import { useLocale } from "../../../../lib/locale.ts";
import { CardFace } from "../../../../ui/card-face/card-face.tsx";
import { CardThumb } from "../../../../ui/card-face/card-thumb.tsx";
import { buttonClass } from "../../../../ui/form/button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { cardLabel } from "../card-label.ts";
import { ReplaceForm } from "./replace-form.tsx";
import { useReplaceCard } from "./use-replace-card.ts";

interface ReplaceSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Replaces a card's number: asks for the reason and a step-up, then shows the new card. */
export function ReplaceSheet({ card, open, onClose }: ReplaceSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const write = useReplaceCard(card.id);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={write.answer === undefined ? t`Replace card` : t`Card replaced`}
      subtitle={cardLabel(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      {write.answer === undefined ? (
        <ReplaceForm card={card} write={write} />
      ) : (
        <Replaced replacement={write.answer} onClose={onClose} />
      )}
    </Sheet>
  );
}

function Replaced({
  replacement: { card, replaced },
  onClose,
}: {
  readonly replacement: Replacement;
  readonly onClose: () => void;
}) {
  return (
    <div className="flex flex-col gap-4 pt-1">
      <CardFace card={card} laying className="mx-auto w-full max-w-[342px]" />
      {replaced.status === "closing" && (
        <Note role="status">
          <Trans>
            The old card still has pending payments. When they settle, its remaining balance moves
            here.
          </Trans>
        </Note>
      )}
      <Link
        to="/cards/$cardId"
        params={{ cardId: card.id }}
        onClick={onClose}
        className={buttonClass({ kind: "primary", block: true })}
      >
        <Trans>Go to the new card</Trans>
      </Link>
    </div>
  );
}
