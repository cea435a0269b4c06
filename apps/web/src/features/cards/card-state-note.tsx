import { Trans } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { Note } from "../../ui/panel.tsx";

/** What a card that is no longer open can still do. */
export function CardStateNote({ card }: { readonly card: Card }) {
  if (card.status === "closed") {
    return (
      <Note className="mt-4">
        <Trans>
          This card is closed. Its balance went back to your account; its history stays here.
        </Trans>
      </Note>
    );
  }
  if (card.status === "expired") {
    return (
      <Note className="mt-4">
        <Trans>
          This card has expired and takes no payments. You can still transfer its balance out.
        </Trans>
      </Note>
    );
  }
  return null;
}
