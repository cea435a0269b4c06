import { Trans } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { useState } from "react";
import { useOffers } from "../../../../lib/api/offering.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";

// The sheet's texts load together with this note's texts.
const VerifySheet = lazySheet(async () => (await import("./verify-sheet.tsx")).VerifySheet);

interface HoldNoteProps {
  readonly card: Card;
  readonly onReplace: () => void;
}

/**
 * Explains why a card is on hold for verification and offers the owner both ways to resolve the
 * hold.
 */
export function HoldNote({ card, onReplace }: HoldNoteProps) {
  const [opening, setOpening] = useState({ serial: 0, open: false });
  const offersCards = useOffers("cards");
  const hold = card.freezes.find(({ layer }) => layer === "verification");
  if (hold === undefined) {
    return null;
  }
  return (
    <>
      <Note tone="caution" role="status" className="mb-3">
        <p className="font-semibold">
          <Trans>This card is on hold: check it</Trans>
        </p>
        <p>
          <Trans>
            A wrong expiry date or CVV was entered for this card several times within 24 hours, so
            it has been on hold since <DateText at={hold.since} />. The money on it is safe, and
            refunds still arrive.
          </Trans>
        </p>
        <p className="mt-1.5">
          <Trans>
            Were the payments yours? If so, confirm that the card is safe. If not, replace it: the
            new number is free of charge.
          </Trans>
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            kind="primary"
            size="md"
            aria-haspopup="dialog"
            onClick={() => setOpening(({ serial }) => ({ serial: serial + 1, open: true }))}
          >
            <Trans>The card is safe</Trans>
          </Button>
          {offersCards && !card.used && (
            <Button size="md" aria-haspopup="dialog" onClick={onReplace}>
              <Trans>Replace the card</Trans>
            </Button>
          )}
        </div>
      </Note>
      <VerifySheet
        key={opening.serial}
        card={card}
        open={opening.open}
        onClose={() => setOpening((last) => ({ ...last, open: false }))}
      />
    </>
  );
}
